// What a command says of the site that it calls.
import type { Envelope } from '#contract/envelope.ts'
import { isErrorCode, textOf } from '#contract/errors.ts'

export type TokenOf = 'operator' | 'backup'

/** The setting that holds a token. */
export const variableOf = (name: TokenOf): string => `${name.toUpperCase()}_TOKEN`

/** A site says to a stranger that there is nothing. */
export const unknownToken = (name: TokenOf): string =>
  `. Is ${variableOf(name)} the one of this site? It is in .deploy/<stage> or where you keep passwords.`

/** What the site has against a call of operators. Of an address or a name without an account it speaks in other words. */
export function refusalOf(status: number, { error, code, data }: Pick<Envelope, 'error' | 'code' | 'data'>): string {
  const text = error ?? (isErrorCode(code) ? textOf(code) : String(status))
  const fields = data ? ` ${JSON.stringify(data)}` : ''
  return `${status}: ${text}${fields}${text === textOf('NOT_FOUND') ? unknownToken('operator') : ''}`
}

/** Why nothing answered: the error of a call says it in its cause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause)
}

/** The same of a site, in one line. */
export const silenceOf = (siteOrigin: string, error: unknown): string =>
  `${siteOrigin} does not answer (${reasonOf(error)}). Is it running?`
