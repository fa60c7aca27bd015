// Whether a file is text, told by its bytes, and the text that it is.
import { encodingOf } from './text-encoding.ts'

/** The text of a file, without its mark and without what only steers a terminal; null when it is none. */
export function plainTextOf(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes)
  return encoding === null ? null : readableText(new TextDecoder(encoding).decode(bytes))
}

// Characters that steer a terminal or a printer (ECMA-48), as logs and old programs write them.

/** Colours, moves of the cursor, titles of windows, which end in their line; printers' commands of one letter. */
const sequences =
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001B\n]*(?:\u0007|\u001B\\)|[ -/]+[0-~]|[0-~])/g

/** A character that is printed over: manuals underline so. */
// oxlint-disable-next-line no-control-regex -- see above
const printedOver = /[^\n]\u0008/g

/** Vertical tabs begin a line, and so do the ends of lines of old printers. */
// oxlint-disable-next-line no-control-regex -- see above
const lineBreaks = /[\u000B\u0085]/g

/** All others, except tab, line feed, form feed and carriage return. */
// oxlint-disable-next-line no-control-regex -- see above
const controls = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/g

/** In a text one of so many characters may be a control character, and some in a short one. */
const charactersPerControl = 50
const controlsMin = 2

/** @returns null for what has so many control characters, or a zero, that it is no text */
function readableText(text: string): string | null {
  if (text.includes('\0')) return null
  const shown = text.replace(sequences, '').replace(printedOver, '').replace(lineBreaks, '\n')
  const readable = shown.replace(controls, '')
  const controlsCount = shown.length - readable.length
  return controlsCount > Math.max(controlsMin, shown.length / charactersPerControl) ? null : readable
}
