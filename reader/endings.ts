// How the reading of a document ends early.
import { Work } from '#formats/work.ts'

/** It takes more work than any honest one. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork'
}

/** Its text is longer than what is kept. */
export class TooLong extends Error {
  override name = 'TooLong'
}

/** It is none of those that are read, and may be a good one of another kind. */
export class UnknownDocument extends Error {
  override name = 'UnknownDocument'
}

/** Nobody can read it without a password. */
export class Protected extends Error {
  override name = 'Protected'
}

/** No office writes more sheets, formats or links into a file. */
const keptMax = 100_000

/** Keeps something that a file lists. @throws TooMuchWork */
export function keep<Item>(list: Item[], item: Item): void {
  if (list.length >= keptMax) throw new TooMuchWork()
  list.push(item)
}

/** Ten times what an honest document of 20 MB and 500 pages takes. */
const limits = { bytesMax: 64 * 1024 * 1024, msMax: 20_000 }

export const documentWork = (): Work => new Work(limits, () => new TooMuchWork())
