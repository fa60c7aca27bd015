// Brings the bytes of a result here. Neither the address nor what lies there is believed: time, size and redirects are bounded,
// and what is not a picture is refused.
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import type { MediaOutput } from '#providers/media/media.ts'

/** A picture that was not made. The message says why, to the operator; the next one is tried. */
export class Refused extends Error {
  override name = 'Refused'
}

export interface Bounds {
  sizeBytesMax: number
  /** For the whole download, redirects included. */
  timeoutMs: number
}

/** More than the largest PNG of a megapixel, and than a sheet of four. */
export const usualBounds: Bounds = { sizeBytesMax: 48 * 1024 * 1024, timeoutMs: 60_000 }

const redirectsMax = 5
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

function addressOf(text: string, base?: string): string {
  const url = URL.parse(text, base)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))) return url.href
  throw new Refused('the result has no address with https')
}

async function follow(link: Extract<MediaOutput, { kind: 'link' }>, signal: AbortSignal): Promise<Response> {
  let url = addressOf(link.url)
  let headers = link.headers ?? {}
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    url = addressOf(location, url)
    // The headers are meant for the supplier, not for where it sends us.
    headers = {}
  }
  throw new Refused('the result is redirected again and again')
}

async function readAll(stream: ReadableStream<Uint8Array>, sizeBytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (length > sizeBytesMax) throw new Refused(`the result is longer than ${sizeBytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function bytesOf(output: MediaOutput, bounds: Bounds, signal: AbortSignal): Promise<Uint8Array> {
  if (output.kind === 'bytes') return output.bytes
  if (output.kind === 'stream') return readAll(output.stream, bounds.sizeBytesMax)
  const { body, status } = await follow(output, signal)
  if (status === 200 && body) return readAll(body, bounds.sizeBytesMax)
  await body?.cancel()
  throw new Refused(`the address of the result answers ${status}`)
}

/**
 * The bytes of a result, which are those of a whole picture.
 * @throws Refused, or the signal's reason
 */
export async function fetchPicture(output: MediaOutput, bounds: Bounds, signal: AbortSignal): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(bounds.timeoutMs)
  let bytes: Uint8Array
  try {
    bytes = await bytesOf(output, bounds, AbortSignal.any([signal, timeout]))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Refused) throw error
    throw new Refused(timeout.aborted ? 'the result takes too long to arrive' : 'the result did not arrive')
  }
  const facts = bytes.length > bounds.sizeBytesMax ? null : await inspectMedia(sourceOf(new Uint8Array(bytes)))
  if (!facts?.type.startsWith('image/')) throw new Refused('the result is not a picture')
  return bytes
}
