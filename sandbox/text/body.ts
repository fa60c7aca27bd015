import type { Call } from '../calls.ts'

/**
 * The chunks as a body. A chunk is made only when the reader asks for it, so what was made is what was read; a reader
 * that leaves stops the making at once.
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

/** Resolves when the first chunk is made: an upstream sends no headers before a whole answer is ready. */
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
