import { join } from 'node:path'
import { SetupProblem } from './base/setup-problem.ts'
import { keptToken } from './kept-token.ts'

/** The settings of the register of a local product. @param upstream where the site answers */
export const localRegister = (dataFolder: string, upstream: string): Record<string, string> => ({
  REGISTER_KEY: keptToken(dataFolder, 'register'),
  REGISTER_UPSTREAM: upstream,
  REGISTER_DATABASE_URL: join(dataFolder, 'register/register.sqlite')
})

/** Whether the register stands before the site. @throws SetupProblem when `REGISTER` is anything but 1 and 0 */
export function isRegisterWanted({ REGISTER: value = '' }: NodeJS.ProcessEnv): boolean {
  if (['', '0', '1'].includes(value)) return value === '1'
  throw new SetupProblem(`REGISTER=${value} is not understood: 1 puts the register before the site.`)
}
