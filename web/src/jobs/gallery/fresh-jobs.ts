// When each job was last read: the signed addresses of its files work for half an hour.
import { onNewPage } from '../../base/storage/page-store.ts'

const freshForMs = 20 * 60_000

const readAt = new Map<string, number>()
onNewPage(() => readAt.clear())

export function noteFresh(jobs: readonly { id: string }[], now = Date.now()): void {
  for (const { id } of jobs) readAt.set(id, now)
}

/** Whether the addresses of the job still work for a while. */
export const isFresh = (id: string, now = Date.now()): boolean => now - (readAt.get(id) ?? -Infinity) < freshForMs
