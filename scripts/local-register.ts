import { join } from 'node:path'
import { keptToken } from './kept-token.ts'

/** The settings of the register of a local product. @param upstream where the site answers */
export const localRegister = (dataFolder: string, upstream: string): Record<string, string> => ({
  REGISTER_KEY: keptToken(dataFolder, 'register'),
  REGISTER_UPSTREAM: upstream,
  REGISTER_DATABASE_URL: join(dataFolder, 'register/register.sqlite')
})
