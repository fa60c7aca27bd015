// Reads the body of an upload: its first bytes tell what it is, then the rest is read whole, or passed on in a stream.
import { documentHeadBytes } from '#contract/document-kinds.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { arrivalMaxMs } from '../http/sent-files.ts'

const tooSlowText = 'Файл передавался слишком долго. Проверьте соединение и отправьте ещё раз'
const brokenOffText = 'Файл передан не целиком. Отправьте его ещё раз'

/** The declared length of the body. @throws AppError BAD_REQUEST without one */
export function declaredLength(c: AppContext): number {
  const declared = c.req.header('content-length') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(declared)) throw new AppError('BAD_REQUEST', { text: 'Файл пуст' })
  return Number(declared)
}

export class AttachmentBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #length: number
  readonly #late = Promise.withResolvers<never>()
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #chunks: Uint8Array[] = []
  #size = 0

  constructor(body: ReadableStream<Uint8Array>, length: number) {
    this.#reader = body.getReader()
    this.#length = length
    this.#late.promise.catch(() => undefined)
    this.#timer = setTimeout(() => this.#late.reject(new AppError('BAD_REQUEST', { text: tooSlowText })), arrivalMaxMs)
  }

  /** The first bytes; they remain part of the rest. */
  async head(): Promise<Uint8Array> {
    while (this.#size < documentHeadBytes && (await this.#read()));
    const head = new Uint8Array(Math.min(this.#size, documentHeadBytes))
    let at = 0
    for (const chunk of this.#chunks) {
      head.set(chunk.subarray(0, head.length - at), at)
      at += Math.min(chunk.length, head.length - at)
    }
    return head
  }

  /** All of it. The caller has claimed the memory. @throws AppError BAD_REQUEST when it is not as long as declared */
  async whole(): Promise<Uint8Array<ArrayBuffer>> {
    const whole = new Uint8Array(this.#length)
    let at = 0
    for (;;) {
      for (const chunk of this.#chunks.splice(0)) {
        if (at + chunk.length > whole.length) throw new AppError('BAD_REQUEST', { text: brokenOffText })
        whole.set(chunk, at)
        at += chunk.length
      }
      if (!(await this.#read())) break
    }
    if (at < whole.length) throw new AppError('BAD_REQUEST', { text: brokenOffText })
    return whole
  }

  /** All of it as a stream of the declared length, which R2 needs. */
  stream(): { readable: ReadableStream; sent: Promise<void> } {
    const { readable, writable } = new FixedLengthStream(this.#length)
    return { readable, sent: this.#pump(writable) }
  }

  /**
   * Ends the reading. The rest of a refused file is read and dropped: a client does not read the response while it is still sending,
   * and the Function of the pages never passes on the response to a body that was read only in part.
   */
  async release(): Promise<void> {
    try {
      while (await this.#read()) this.#chunks.length = 0
    } catch {
      // The client has disconnected, or is too slow.
    }
    clearTimeout(this.#timer)
    void this.#reader.cancel().catch(() => undefined)
  }

  async #pump(writable: WritableStream): Promise<void> {
    const writer = writable.getWriter()
    try {
      do for (const chunk of this.#chunks.splice(0)) await writer.write(chunk)
      while (await this.#read())
      await writer.close()
    } catch (error) {
      await writer.abort(error).catch(() => undefined)
      throw error
    }
  }

  /** @returns whether there was more */
  async #read(): Promise<boolean> {
    const { value, done } = await Promise.race([this.#reader.read(), this.#late.promise])
    if (done) return false
    this.#chunks.push(value)
    this.#size += value.length
    return true
  }
}
