// How the reading of a document ends early.
import { Work } from '#formats/work.ts'

/** The document takes more work than any honest one. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork'
}

/** The document's text is longer than the limit. */
export class TooLong extends Error {
  override name = 'TooLong'
}

/** The document is of a kind that is not supported. */
export class UnknownDocument extends Error {
  override name = 'UnknownDocument'
}

/** The document cannot be read without a password. */
export class Protected extends Error {
  override name = 'Protected'
}

/** No office writes more sheets, formats or links into a file. */
const keptMax = 100_000

/** Adds something that a file lists. @throws TooMuchWork */
export function keep<Item>(list: Item[], item: Item): void {
  if (list.length >= keptMax) throw new TooMuchWork()
  list.push(item)
}

/** Ten times what an honest document of 20 MB and 500 pages takes. */
const limits = { bytesMax: 64 * 1024 * 1024, msMax: 20_000 }

export const documentWork = (): Work => new Work(limits, () => new TooMuchWork())
