import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'sqlite', schema: './data/history/schema*.ts', out: './migrations/history' })
