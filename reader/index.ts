// The Worker that reads documents and encodes recordings. A file that keeps it busy, or kills it, does so to nothing else: it has no
// bindings, no secrets and no address (decisions/0060-the-reader.md).
import { WorkerEntrypoint } from 'cloudflare:workers'
import type { Reading } from '#domain/attachment.ts'
import { encodeMp3 } from './encode-mp3.ts'
import { readDocument } from './read-document.ts'

export default class Reader extends WorkerEntrypoint {
  /** Says that it is not busy, to whoever started it on one machine. */
  override fetch(): Response {
    return new Response('ok')
  }

  /** The text of a document, and what it is. */
  async readText(bytes: ReadableStream<Uint8Array>): Promise<Reading> {
    return readDocument(new Uint8Array(await new Response(bytes).arrayBuffer()))
  }

  /** The MP3 file of samples; null when they are none. */
  encodeMp3(
    samples: ReadableStream<Uint8Array>,
    sampleRate: number,
    kilobits: number
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    return encodeMp3(samples, sampleRate, kilobits)
  }
}
