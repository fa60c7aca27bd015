import { createHash } from 'node:crypto'
import { streamOf } from '#data/base/text-stream.ts'

/**
 * Compresses text as it comes, so that only its compressed bytes are held. The same text always becomes the same bytes.
 * @returns `sha256` of the compressed bytes, in hexadecimal
 * @throws what the source throws
 */
export async function packedText(texts: AsyncIterable<string>) {
  const compressed = streamOf(texts).pipeThrough(new CompressionStream('gzip'))
  const body = await new Response(compressed).arrayBuffer()
  const sha256 = createHash('sha256').update(new Uint8Array(body)).digest('hex')
  return { body, sha256, bytes: body.byteLength }
}
