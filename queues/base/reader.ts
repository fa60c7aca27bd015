// Asks the reader Worker for heavy work on files of users. A file may keep it busy or kill it, so every caller bounds the wait and
// continues without an answer.

/** The reader did not answer in time. */
class ReaderSilent extends Error {
  override name = 'ReaderSilent'
}

/** @throws when the reader is not available, dies or does not answer in time: the caller may ask again */
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
