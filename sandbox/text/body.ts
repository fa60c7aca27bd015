import type { Call } from '../calls.ts'

/**
 * A response body made of the chunks. A chunk is produced only when the reader asks for it, so the log shows what was
 * read; a reader that leaves stops the generation at once.
 */
export function bodyOf(
  chunks: AsyncGenerator<string>,
  call: Call,
  departed: AbortController
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const noteDeparture = () => {
    if (call.outcome === 'running') call.outcome = 'aborted'
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          noteDeparture()
          controller.error(error)
        }
      },
      cancel() {
        noteDeparture()
        departed.abort()
      }
    },
    { highWaterMark: 0 }
  )
}

/** Resolves when the first chunk is made: without streaming, an upstream sends headers once the answer is ready. */
export async function begun(chunks: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await chunks.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* chunks
  }
  return all()
}

export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
