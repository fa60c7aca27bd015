// The register's log: one line of JSON for each thing that an operator should know. No line holds personal data, an id of a person, a
// header, a body, or the message of a database, which may quote values.

export function say(event: string, facts: Record<string, number | string> = {}): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`)
}

/** Tells of a failure by the kind of its error alone. */
export const sayFailed = (event: string, error: unknown): void => say(event, { problem: problemOf(error) })

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.cause instanceof Error) return problemOf(error.cause)
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
