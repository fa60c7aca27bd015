// Asks the Worker for heavy work on others' bytes. What it is given may keep it busy or kill it, so everybody who asks bounds the wait
// and goes on without an answer.

/** The reader did not answer in time. */
class ReaderSilent extends Error {
  override name = 'ReaderSilent'
}

/** @throws when the reader is away, dies or does not answer in time: it may be asked again */
export async function readerSays<Answer>(
  { READER }: Env,
  ask: (reader: Env['READER']) => Promise<Answer>,
  withinMs: number
): Promise<Answer> {
  const over = new AbortController()
  const late = scheduler.wait(withinMs, { signal: over.signal }).then(() => {
    throw new ReaderSilent()
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([ask(READER), late])
  } finally {
    over.abort()
  }
}
