// Measures a delivered work, because a user says that it is broken: its size beside the ordered one, its pixels, its volume.
import { resultKey } from '#data/files/job-files.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { orderedSizeOf, type RedoVerdict, sizeFlaw } from '#domain/redo.ts'
import { isEmptyMedia } from '#formats/emptiness.ts'
import { inspectMedia } from '#formats/media-inspect.ts'
import { storedSource } from '#queues/steps/files.ts'
import type { AppContext } from '../http/context.ts'
import { findSource } from './work-files.ts'

/** Whether the picture that the work was made from is as empty as the result: then the result is right. */
async function isEmptySource(c: AppContext, row: JobRow): Promise<boolean> {
  const source = row.uploads.includes('image') ? await findSource(c, row, 'image') : null
  if (!source) return false
  const read = () => storedSource(c.env, source.key, source.size)
  const facts = await inspectMedia(read())
  return facts !== null && (await isEmptyMedia(facts.type, read())) === true
}

/** @returns `fine` also when the file cannot be measured */
export async function measureResult(c: AppContext, row: JobRow): Promise<RedoVerdict> {
  const ordered = orderedSizeOf(row.kind, row.options)
  for (const file of row.files) {
    const flaw = sizeFlaw(file, ordered)
    if (flaw !== null) return flaw
  }
  for (const { index, type, sizeBytes } of row.files) {
    const isEmpty = await isEmptyMedia(type, storedSource(c.env, resultKey(row.id, index), sizeBytes))
    if (isEmpty !== true) continue
    if (row.kind === 'audio') return 'silent'
    if (!(await isEmptySource(c, row))) return 'blank'
  }
  return 'fine'
}
