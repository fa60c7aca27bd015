// The site that `npm run operator` and `npm run backup` speak with, and the token that they show it.
import { resolve } from 'node:path'
import { isLoopback } from '#domain/production-settings.ts'
import { root } from './base/root.ts'
import { SetupProblem } from './base/setup-problem.ts'
import { foundToken } from './kept-token.ts'
import { readPort } from './ports.ts'

export interface CalledSite {
  siteOrigin: string
  token: string
}

type TokenOf = 'operator' | 'backup'
const variableOf = (name: TokenOf): string => `${name.toUpperCase()}_TOKEN`

/** Without settings it is the product that `npm start` runs. @throws SetupProblem when one of the settings is no good */
export function calledSite(environment: NodeJS.ProcessEnv, name: TokenOf): CalledSite {
  const variable = variableOf(name)
  const siteOrigin = environment['SITE_ORIGIN'] || `http://localhost:${readPort('PORT', 8788, environment)}`
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

/** A site says to a stranger that there is nothing. */
export const unknownToken = (name: TokenOf): string =>
  `. Is ${variableOf(name)} the one of this site? It is in .deploy/<stage> or where you keep passwords.`

/** Why a site did not answer, in one line: the error of a call says it in its cause. */
export function silenceOf(siteOrigin: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const reason =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause)
  return `${siteOrigin} does not answer (${reason}). Is it running?`
}
