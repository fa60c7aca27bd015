// The headers that give a downloaded file its name.
import { resultName } from '#contract/file-names.ts'
import { extensionOf } from '#contract/media-types.ts'
import type { JobRow } from '#data/history/jobs.ts'
import type { StoredFile } from '#domain/job.ts'

/** Percent-encodes everything that RFC 8187 does not allow. */
export const encodedName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The parameters `filename` and `filename*` of `Content-Disposition`. */
export function fileNameOf(row: JobRow, { index, type }: StoredFile): string {
  const extension = extensionOf(type)
  const name = `${resultName(row, index)}.${extension}`
  return `filename="${row.service}-${row.id.slice(-8)}-${index + 1}.${extension}"; filename*=UTF-8''${encodedName(name)}`
}

/** The same for a file that the job was made from. */
export function sourceNameOf({ id }: JobRow, parameter: string, type: string): string {
  const extension = extensionOf(type)
  return `filename="source-${id.slice(-8)}-${parameter}.${extension}"; filename*=UTF-8''${encodedName(`Исходный файл.${extension}`)}`
}
