// What a downloaded work is called: the tool, the first words of what was asked for, a number where there are several.
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { extensionOf } from '#contract/media-types.ts'
import type { JobRow } from '#data/jobs.ts'
import type { StoredFile } from '#domain/job.ts'

const wordsMaxLength = 50

/** Letters and digits of any language: nothing that a file system or a header could take for something else. */
function wordsOf(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let name = ''
  for (const word of words) {
    if (name.length + word.length >= wordsMaxLength) break
    name += name === '' ? word : ` ${word}`
  }
  return name
}

/** Percent signs for everything that RFC 8187 does not let stand as it is. */
const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The parameters `filename` and `filename*` of `Content-Disposition`. */
export function fileNameOf({ service, parameters, files, id }: JobRow, { index, type }: StoredFile): string {
  const extension = extensionOf(type)
  const number = files.length > 1 ? ` ${index + 1}` : ''
  const title = findStudioEntry(service)?.title ?? service
  const words = wordsOf(String(parameters['prompt'] ?? ''))
  const name = `${wordsOf(title)}${words === '' ? '' : ` - ${words}`}${number}.${extension}`
  return `filename="${service}-${id.slice(0, 8)}-${index + 1}.${extension}"; filename*=UTF-8''${encoded(name)}`
}
