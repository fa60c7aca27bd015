// Which files of the works of a chat go into a copy that is shared. Pure.
import type { StudioKind } from '#contract/catalogue/entry.ts'
import type { SharedWork } from '#contract/shares.ts'
import { type JobStep, type StoredFile } from './job.ts'

/** Of one copy. They lie beside it until it is revoked. */
export const sharedFilesMax = 50
export const sharedFilesMaxBytes = 100 * 1024 * 1024

/** A work of a card. */
export interface WorkToShare {
  /** The id of its row. */
  id: string
  kind: StudioKind
  step: JobStep
  deletedAt: number | null
  files: StoredFile[]
}

/** A file that is copied: `index` is its number in the share. */
export interface CopiedFile {
  jobId: string
  file: StoredFile
  index: number
}

export interface WorksToCopy {
  /** By card, in the order of the cards: its works that have files in the copy. */
  cards: SharedWork[][]
  files: CopiedFile[]
  sizeBytes: number
}

/** Takes the finished works, the newest first, until the copy is full. @param cards the works of each card, oldest first */
export function worksToCopy(cards: readonly (readonly WorkToShare[])[]): WorksToCopy {
  const files: CopiedFile[] = []
  let sizeBytes = 0
  const take = (jobId: string, file: StoredFile): CopiedFile[] => {
    if (files.length >= sharedFilesMax || sizeBytes + file.sizeBytes > sharedFilesMaxBytes) return []
    const copied = { jobId, file, index: files.length }
    files.push(copied)
    sizeBytes += file.sizeBytes
    return [copied]
  }
  const workOf = ({ id, kind, files: own }: WorkToShare): SharedWork => ({
    kind,
    files: own
      .flatMap((file) => take(id, file))
      .map(({ index, file: { type, sizeBytes: bytes, width, height, durationSeconds } }) => ({
        index,
        type,
        sizeBytes: bytes,
        width,
        height,
        durationSeconds
      }))
  })
  const shown = cards.toReversed().map((works) =>
    works
      .filter(({ step, deletedAt }) => step === 'completed' && deletedAt === null)
      .map(workOf)
      .filter((work) => work.files.length > 0)
  )
  return { cards: shown.toReversed(), files, sizeBytes }
}
