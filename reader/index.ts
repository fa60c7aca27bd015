// The Worker that reads documents and encodes recordings. A file that keeps it busy, or kills it, harms no other Worker: it has no
// bindings, no secrets and no address (decisions/0060-the-reader.md).
import { WorkerEntrypoint } from 'cloudflare:workers'
import type { Reading } from '#domain/attachment.ts'
import { encodeMp3 } from './encode-mp3.ts'
import { readDocument } from './read-document.ts'

export default class Reader extends WorkerEntrypoint {
  /** Answers that it is not busy, to the program that started it on a developer's machine. */
  override fetch(): Response {
    return new Response('ok')
  }

  /** The text of a document, and its type. */
  async readText(bytes: ReadableStream<Uint8Array>): Promise<Reading> {
    return readDocument(new Uint8Array(await new Response(bytes).arrayBuffer()))
  }

  /** The MP3 file of samples; null when the bytes are not samples. */
  encodeMp3(
    samples: ReadableStream<Uint8Array>,
    sampleRate: number,
    kilobits: number
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    return encodeMp3(samples, sampleRate, kilobits)
  }
}
