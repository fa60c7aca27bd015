// What a command says of the site that it calls.

export type TokenOf = 'operator' | 'backup'

/** The setting that holds a token. */
export const variableOf = (name: TokenOf): string => `${name.toUpperCase()}_TOKEN`

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
