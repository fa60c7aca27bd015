// What each format tells of the place of the mark in a file.
import type { SourceType } from './ai-mark-packet.ts'
import { BrokenMedia, type MediaSource } from './byte-reader.ts'
import type { Range } from './own-mark.ts'
import type { Edit } from './edits.ts'

/** What a format says of the mark in a file. */
export interface MarkPlace {
  /** Descriptions in the file that stand where the mark would. */
  found: Range[]
  /** What stands there when the file is marked by us. */
  written: (type: SourceType) => Uint8Array
  /** The changes that mark the file. */
  edits: (type: SourceType) => Edit[]
  /** The maker's own signed statement about the file, which a change would make worthless. */
  isSigned?: boolean
}

/** More packets than any program writes: each is one change to carry out. */
const packetsMax = 20

/** Larger statements are read no further. */
const statementBytesMax = 4 * 1024 * 1024

/** The end of the names of both digital source types, as a signed statement (C2PA) has it. */
const sourceTypeName = 'rainedAlgorithmicMedia'

/** Whether signed statements say that a model made the file. @param ranges of the statements */
export async function saysMade(source: MediaSource, ranges: readonly { from: number; to: number }[]): Promise<boolean> {
  for (const { from, to } of ranges.slice(0, packetsMax)) {
    const bytes = await source.read(from, Math.min(to - from, statementBytesMax))
    if (new TextDecoder('latin1').decode(bytes).includes(sourceTypeName)) return true
  }
  return false
}

/** @throws BrokenMedia for more of them than a program writes */
export function few<Item>(found: Item[]): Item[] {
  if (found.length > packetsMax) throw new BrokenMedia()
  return found
}
