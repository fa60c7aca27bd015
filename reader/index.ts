// The Worker that reads documents. A file that keeps it busy, or kills it, does so to nothing else: it has no bindings, no secrets and no
// address (decisions/0060-the-reader.md).
import { WorkerEntrypoint } from 'cloudflare:workers'
import type { Reading } from '#domain/attachment.ts'
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
}
