// Measures a delivered work, because a user says that it is broken: its size beside the ordered one, its pixels, its volume.
import { resultKey, uploadKey } from '#data/job-files.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { orderedSizeOf, type RedoVerdict, sizeFlaw } from '#domain/redo.ts'
import { isEmptyMedia } from '#formats/emptiness.ts'
import { inspectMedia } from '#formats/media-inspect.ts'
import { storedSource } from '#queues/files.ts'

/** Whether the picture that the work was made from is as empty as the result: then the result is right. */
async function isEmptySource(env: Env, { id, uploads }: JobRow): Promise<boolean> {
  if (!uploads.includes('image')) return false
  const key = uploadKey(id, 'image')
  const size = (await env.MEDIA.head(key))?.size ?? 0
  const facts = await inspectMedia(storedSource(env, key, size))
  return facts !== null && (await isEmptyMedia(facts.type, storedSource(env, key, size))) === true
}

/** @returns `fine` also when the file cannot be measured */
export async function measureResult(env: Env, row: JobRow): Promise<RedoVerdict> {
  const ordered = orderedSizeOf(row.kind, row.options)
  for (const file of row.files) {
    const flaw = sizeFlaw(file, ordered)
    if (flaw !== null) return flaw
  }
  for (const { index, type, sizeBytes } of row.files) {
    const isEmpty = await isEmptyMedia(type, storedSource(env, resultKey(row.id, index), sizeBytes))
    if (isEmpty !== true) continue
    if (row.kind === 'audio') return 'silent'
    if (!(await isEmptySource(env, row))) return 'blank'
  }
  return 'fine'
}
