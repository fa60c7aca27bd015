import type { MiddlewareHandler } from 'hono'
import type { HonoEnv } from './context.ts'
import { AppError } from './errors.ts'

/**
 * Refuses longer bodies: at once where the client declares their length, and else while a handler reads them, which knows the caller then:
 * strangers would fill the memory with bodies that never end. What no handler reads is dropped as it comes, because the Function of the pages
 * never passes on the answer to a body of which the Worker has read only a part.
 * @throws AppError BODY_TOO_LARGE
 */
export const limitBody =
  (bytesMax: number): MiddlewareHandler<HonoEnv> =>
  async (c, next) => {
    const { raw } = c.req
    const length = raw.headers.has('transfer-encoding') ? NaN : Number(c.req.header('content-length') ?? NaN)
    if (length > bytesMax) throw new AppError('BODY_TOO_LARGE')
    if (!raw.body || !Number.isNaN(length)) return next()
    const reader = raw.body.getReader()
    let left = bytesMax
    const read = async (): Promise<Uint8Array | undefined> => {
      const { value } = await reader.read()
      left -= value?.length ?? 0
      if (left < 0) throw new AppError('BODY_TOO_LARGE')
      return value
    }
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const value = await read()
      if (value) controller.enqueue(value)
      else controller.close()
    }
    c.req.raw = new Request(raw, { method: raw.method, body: new ReadableStream({ pull }, { highWaterMark: 0 }) })
    await next()
    try {
      while (await read());
    } catch {
      // Too much, or the client has left.
    }
  }
