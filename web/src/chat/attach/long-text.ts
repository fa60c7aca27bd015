// Which text is too long for the field of a request. Apart from what attaches it, which is loaded with the first such text.
import { promptLengthMax } from '#contract/answers.ts'

/** Of the text in UTF-8. */
const longTextBytes = 50_000

/** @param typedLength of what the field would still hold beside it */
export const fitsBeside = (text: string, typedLength: number): boolean => typedLength + text.length <= promptLengthMax

/** Whether a pasted text is too long for the field. */
export const isLongText = (text: string, typedLength: number): boolean =>
  !fitsBeside(text, typedLength) || new Blob([text]).size >= longTextBytes
