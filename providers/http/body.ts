// Reads a response body under a deadline and never leaves its connection open.
import type { Deadline } from './deadline.ts'

// Providers close right after the last event. One that does not would occupy a connection that other calls wait for.
const drainMs = 1000

export class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #signal: AbortSignal
  readonly #forget: () => void
  readonly #cancel = () => void this.#reader.cancel().catch(() => undefined)
  #isBroken = false
  /** As the signal says it: asking the signal costs more than a read of a stream. */
  #isAborted = false

  constructor(body: ReadableStream<Uint8Array>, deadline: Deadline) {
    this.#reader = body.getReader()
    this.#signal = deadline.signal
    // Cancelling the reader resolves its pending read, so no read has to be raced against the abort.
    this.#forget = deadline.whenEnded(() => {
      this.#isAborted = true
      this.#cancel()
    })
  }

  /**
   * The next bytes; null at the end. A broken connection ends the body like a closed one: the content shows whether it
   * was complete, or else `isBroken`.
   * @throws the deadline's reason
   */
  async next(): Promise<Uint8Array | null> {
    let bytes: Uint8Array | null = null
    try {
      bytes = (await this.#reader.read()).value ?? null
    } catch {
      this.#isBroken = true
    }
    if (this.#isAborted) this.#signal.throwIfAborted()
    return bytes
  }

  /** Whether the body ended because its connection broke. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Closes the connection unless the body was read to its end. */
  close(): void {
    this.#forget()
    this.#cancel()
  }

  /** For a body that is complete: waits a moment for its end, so that the connection can be reused. */
  async drain(): Promise<void> {
    const timer = setTimeout(this.#cancel, drainMs)
    while (await this.#hasMore());
    clearTimeout(timer)
    this.close()
  }

  async #hasMore(): Promise<boolean> {
    const { done } = await this.#reader.read().catch(() => ({ done: true }))
    return !done
  }
}

/**
 * Reads the body as text, up to the limit.
 * @returns null when it is longer; what was read is dropped
 * @throws the deadline's reason
 */
export async function readText(response: Response, bytesMax: number, deadline: Deadline): Promise<string | null> {
  if (!response.body) return ''
  const body = new BodyReader(response.body, deadline)
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for (let chunk = await body.next(); chunk; chunk = await body.next()) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) return null
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } finally {
    body.close()
  }
}

/** Why a body could not be read: longer than the limit, or its connection broke. */
export type UnreadBody = 'too-long' | 'cut'

/**
 * Reads the body as bytes, up to the limit. Allocates the announced length, so that a large file is in memory only
 * once.
 * @returns the reason when it could not be read; what was read is dropped
 * @throws the deadline's reason
 */
export async function readBytes(
  response: Response,
  bytesMax: number,
  deadline: Deadline
): Promise<Uint8Array<ArrayBuffer> | UnreadBody> {
  if (!response.body) return new Uint8Array()
  const announced = Number(response.headers.get('content-length') ?? 0)
  const body = new BodyReader(response.body, deadline)
  let bytes = new Uint8Array(announced > 0 && announced <= bytesMax ? announced : 0)
  let length = 0
  try {
    for (let chunk = await body.next(); chunk; chunk = await body.next()) {
      const start = length
      length += chunk.byteLength
      if (length > bytesMax) return 'too-long'
      if (length > bytes.byteLength) bytes = grown(bytes.subarray(0, start), Math.min(length * 2, bytesMax))
      bytes.set(chunk, start)
    }
    if (body.isBroken) return 'cut'
    return length === bytes.byteLength ? bytes : bytes.slice(0, length)
  } finally {
    body.close()
  }
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
