// The files of old books in R2: compressed lines of JSON with a checksum that stands in D1. Keys are built only here.
import { createHash } from 'node:crypto'
import type { BookKind } from '#domain/books.ts'
import { streamOf } from '../base/text-stream.ts'

/** All files of a user lie together. */
export const booksPrefix = (userId: string) => `books/${userId}/`

export interface BookName {
  userId: string
  kind: BookKind
  month: string
  part: number
}

export const bookKey = ({ userId, kind, month, part }: BookName) =>
  `${booksPrefix(userId)}${month}/${kind}-${part}.jsonl.gz`

/** @param key of a file of old books */
export const isUsageKey = (key: string): boolean => /\/usage-\d+\.jsonl\.gz$/.test(key)

/** A file that is missing or holds other bytes than were stored: its content must not be used. */
export class BookDamaged extends Error {
  override name = 'BookDamaged'
  readonly key: string
  constructor(key: string) {
    super(`The file ${key} is damaged`)
    this.key = key
  }
}

const through = (content: string | ArrayBuffer, stream: CompressionStream | DecompressionStream) =>
  new Response(new Response(content).body?.pipeThrough(stream) ?? null)

const digestOf = (bytes: ArrayBuffer): string => createHash('sha256').update(new Uint8Array(bytes)).digest('hex')

interface Packed {
  body: ArrayBuffer
  sha256: string
  bytes: number
}

/** Compresses text as it comes, so that only its compressed bytes are held. @throws what the source throws */
export async function packedText(texts: AsyncIterable<string>): Promise<Packed> {
  const compressed = streamOf(texts).pipeThrough(new CompressionStream('gzip'))
  const body = await new Response(compressed).arrayBuffer()
  return { body, sha256: digestOf(body), bytes: body.byteLength }
}

/** The bytes of a file, with their checksum. The same lines always become the same bytes. */
export async function packed(rows: readonly object[]): Promise<Packed> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const body = await through(text, new CompressionStream('gzip')).arrayBuffer()
  return { body, sha256: digestOf(body), bytes: body.byteLength }
}

/**
 * The lines of a file.
 * @throws BookDamaged when they are not those that were stored
 */
export async function readBook<Row>(
  media: R2Bucket,
  book: BookName & { sha256: string; rows: number }
): Promise<Row[]> {
  const key = bookKey(book)
  const stored = await media.get(key)
  const bytes = await stored?.arrayBuffer()
  if (!bytes || digestOf(bytes) !== book.sha256) throw new BookDamaged(key)
  const text = await through(bytes, new DecompressionStream('gzip')).text()
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
  if (rows.length !== book.rows) throw new BookDamaged(key)
  return rows
}
