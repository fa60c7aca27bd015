// Brings the bytes of a result here. What lies there is not believed: time and size are bounded, and what is not a picture is refused.
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import type { MediaOutput } from '#providers/media/media.ts'
import { LinkFailure, openLink } from '#providers/media/open-link.ts'

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

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/
const mayOpen = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))

async function readAll(stream: ReadableStream<Uint8Array>, sizeBytesMax: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  // A stream that stands still ends with the signal.
  for await (const chunk of stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal })) {
    length += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (length > sizeBytesMax) throw new Refused(`the result is longer than ${sizeBytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function bytesOf(output: MediaOutput, bounds: Bounds, signal: AbortSignal): Promise<Uint8Array> {
  if (output.kind === 'bytes') return output.bytes
  if (output.kind === 'stream') return readAll(output.stream, bounds.sizeBytesMax, signal)
  const { body, status } = await openLink(output, mayOpen, signal)
  if (status === 200 && body) return readAll(body, bounds.sizeBytesMax, signal)
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
    if (error instanceof LinkFailure) throw new Refused(error.message)
    throw new Refused(timeout.aborted ? 'the result takes too long to arrive' : 'the result did not arrive')
  }
  const facts = bytes.length > bounds.sizeBytesMax ? null : await inspectMedia(sourceOf(new Uint8Array(bytes)))
  if (!facts?.type.startsWith('image/')) throw new Refused('the result is not a picture')
  return bytes
}
