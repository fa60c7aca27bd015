// The selected passage of a document, as characters of its text.

export interface Passage {
  start: number
  end: number
}

/** A text field counts each line break as one character, whatever the text has there. */
function sourceOffset(text: string, offset: number): number {
  let at = 0
  for (let count = 0; count < offset; count += 1) at += text.startsWith('\r\n', at) ? 2 : 1
  return at
}

/** What is selected in a field that shows the text; null: nothing but white space. */
export function passageIn(text: string, { selectionStart, selectionEnd }: HTMLTextAreaElement): Passage | null {
  const isSame = !text.includes('\r\n')
  const start = isSame ? selectionStart : sourceOffset(text, selectionStart)
  const end = isSame ? selectionEnd : sourceOffset(text, selectionEnd)
  return text.slice(start, end).trim() === '' ? null : { start, end }
}

/** Words that are selected where the text is shown without its marks; null: they are not in the text as they stand there, or twice. */
export function passageOf(text: string, selected: string): Passage | null {
  const words = selected.trim()
  const start = words === '' ? -1 : text.indexOf(words)
  if (start < 0 || text.includes(words, start + 1)) return null
  return { start, end: start + words.length }
}
