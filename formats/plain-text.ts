// Whether a file is text, told by its bytes, and the text that it is.
import { readableText } from './control-characters.ts'
import { encodingOf } from './text-encoding.ts'

/** The text of a file, without its mark and without what only steers a terminal; null when it is none. */
export function plainTextOf(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes)
  return encoding === null ? null : readableText(new TextDecoder(encoding).decode(bytes))
}
