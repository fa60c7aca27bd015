import type { JobFile } from '#contract/jobs.ts'
import { formatDuration } from '../../base/format/durations.ts'

const megabytes = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** `PNG, 1024×1024, 1,2 МБ` */
export function fileWords({ type, width, height, durationSeconds, sizeBytes }: JobFile): string {
  return [
    formatOf(type),
    width && height ? `${width}×${height}` : null,
    durationSeconds === null ? null : formatDuration(Math.round(durationSeconds)),
    formatSize(sizeBytes)
  ]
    .filter((part) => part !== null)
    .join(', ')
}

const names: Readonly<Record<string, string>> = { 'audio/mpeg': 'MP3', 'image/jpeg': 'JPEG' }

/** `image/png` is PNG. */
const formatOf = (type: string): string => names[type] ?? (type.split('/')[1] ?? type).toUpperCase()

function formatSize(bytes: number): string {
  const size = bytes / (1024 * 1024)
  return size < 0.1 ? `${Math.max(1, Math.round(bytes / 1024))}\u00a0КБ` : `${megabytes.format(size)}\u00a0МБ`
}
