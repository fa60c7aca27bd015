import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: './data/directory/schema*.ts',
  out: './migrations/directory'
})
