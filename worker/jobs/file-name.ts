// The name of a downloaded file: the tool, the first words of the prompt, a number if there are several.
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { extensionOf } from '#contract/media-types.ts'
import type { JobRow } from '#data/history/jobs.ts'
import type { StoredFile } from '#domain/job.ts'

const wordsMaxLength = 50

/** Only letters and digits of any language: no characters with a meaning in file systems or headers. */
function wordsOf(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let name = ''
  for (const word of words) {
    if (name.length + word.length >= wordsMaxLength) break
    name += name === '' ? word : ` ${word}`
  }
  return name
}

/** Percent-encodes everything that RFC 8187 does not allow. */
export const encodedName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The name of a file of a job without its extension. */
export function readableNameOf(
  { service, parameters, files }: Pick<JobRow, 'service' | 'parameters' | 'files'>,
  { index }: Pick<StoredFile, 'index'>
): string {
  const number = files.length > 1 ? ` ${index + 1}` : ''
  const title = findStudioEntry(service)?.title ?? service
  const words = wordsOf(String(parameters['prompt'] ?? ''))
  return `${wordsOf(title)}${words === '' ? '' : ` - ${words}`}${number}`
}

/** The parameters `filename` and `filename*` of `Content-Disposition`. */
export function fileNameOf(row: JobRow, file: StoredFile): string {
  const { service, id } = row
  const { index, type } = file
  const extension = extensionOf(type)
  const name = `${readableNameOf(row, file)}.${extension}`
  return `filename="${service}-${id.slice(-8)}-${index + 1}.${extension}"; filename*=UTF-8''${encodedName(name)}`
}
