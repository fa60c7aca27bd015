// The site that `npm run operator` and `npm run backup` speak with, and the token that they show it.
import { resolve } from 'node:path'
import { isLoopback } from '#domain/production-settings.ts'
import { root } from './base/root.ts'
import { SetupProblem } from './base/setup-problem.ts'
import { type TokenOf, variableOf } from './base/site-words.ts'
import { foundToken } from './kept-token.ts'
import { localOrigin, readPort } from './ports.ts'

export interface CalledSite {
  siteOrigin: string
  token: string
}

/** Without settings it is the product that `npm start` runs. @throws SetupProblem when one of the settings is no good */
export function calledSite(environment: NodeJS.ProcessEnv, name: TokenOf): CalledSite {
  const variable = variableOf(name)
  const siteOrigin = environment['SITE_ORIGIN'] || localOrigin(readPort('PORT', 8788, environment))
  const url = URL.parse(siteOrigin)
  const isLocal = url !== null && isLoopback(url.hostname)
  if (url?.origin !== siteOrigin || !/^https?:$/.test(url.protocol))
    throw new SetupProblem(
      'SITE_ORIGIN must be an address without a path and a final slash, like https://my-company.ru'
    )
  if (!isLocal && url.protocol !== 'https:')
    throw new SetupProblem(`SITE_ORIGIN: ${variable} is sent to https addresses, and to this machine.`)
  const given = environment[variable]?.trim()
  if (given !== undefined && /[^\x21-\x7e]/.test(given)) throw new SetupProblem(`${variable} is not a token.`)
  // Another site never gets the token of the product on this machine.
  const folder = resolve(root, environment['DATA_FOLDER'] || '.data')
  const token = given || (isLocal ? foundToken(folder, name) : null)
  if (token !== null) return { siteOrigin, token }
  throw new SetupProblem(
    isLocal
      ? `${folder} has no token of a product: run npm start first, or set ${variable}.`
      : `${variable} is missing: it opens ${siteOrigin} (docs/operate.md).`
  )
}
