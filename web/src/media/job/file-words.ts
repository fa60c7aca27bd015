import type { JobFile } from '#contract/jobs.ts'
import { formatTitle } from '#contract/media-types.ts'
import { formatBytes } from '../../base/format/bytes.ts'
import { formatDuration } from '../../base/format/durations.ts'

/** `PNG, 1024×1024, 1,2 МБ` */
export function fileWords({ type, width, height, durationSeconds, sizeBytes }: JobFile): string {
  return [
    formatTitle(type),
    width && height ? `${width}×${height}` : null,
    durationSeconds === null ? null : formatDuration(Math.round(durationSeconds)),
    formatBytes(sizeBytes)
  ]
    .filter((part) => part !== null)
    .join(', ')
}
