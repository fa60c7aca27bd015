// Pictures that a model takes as an example: of a face, a thing, a place or a style.
import { type FileParameter, imageTypes } from './parameters.ts'

const referencesMax = 4

/** All of one request together stay within the memory for copies of files (worker/http/sent-files.ts). */
const bytesMax = 5 * 1024 * 1024

/** The names of the parameters, in their order. */
export const referenceNames = Array.from({ length: referencesMax }, (_, index) => `reference${index + 1}`)

/** Optional pictures; the form shows the next one when the one before it is chosen. */
export const references: readonly FileParameter[] = referenceNames.map((name, index) => ({
  kind: 'image',
  name,
  label: index === 0 ? 'Образец' : `Образец ${index + 1}`,
  mediaTypes: imageTypes,
  sizeBytesMax: bytesMax,
  tooLargeText: 'Файл слишком большой. Максимум 5 МБ',
  advanced: true,
  ...(index > 0 && { follows: `reference${index}` })
}))
