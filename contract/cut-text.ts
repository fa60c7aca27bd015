// Cuts texts to a length. A character that lies across the cut is left out whole: half an emoji is not valid text, and a part of a
// family, a flag or an accented letter is another character.

/** No ordinary character is longer, in UTF-16 units. */
const reach = 64

const rowMax = 2000
const isIndicator = (code = 0): boolean => code >= 0x1f1e6 && code <= 0x1f1ff

let segmenter: Intl.Segmenter | undefined

/** The characters around a place. @returns where the one at the place begins, and where it ends if it begins before the place */
function cutsAround(text: string, at: number): { before: number; after: number } {
  let start = Math.max(0, at - reach)
  if (/[\uDC00-\uDFFF]/.test(text.charAt(start))) start = Math.max(0, start - 1)
  // Two regional indicators are a flag: they pair up from the first of a row.
  for (let steps = 0; steps < rowMax && isIndicator(text.codePointAt(start - 2)); steps += 1) start -= 2
  segmenter ??= new Intl.Segmenter()
  const found = segmenter.segment(text.slice(start, at + reach)).containing(at - start)
  // At the end of the text there is none.
  const before = found ? start + found.index : at
  return { before, after: found && before < at ? before + found.segment.length : at }
}

/** The beginning of a text; of one character that is longer, as much of it as is text. @param lengthMax in UTF-16 units */
export function beginningOf(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const { before } = cutsAround(text, lengthMax)
  return before > 0 ? text.slice(0, before) : text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '')
}

/** The end of a text. @param lengthMax in UTF-16 units */
export const endingOf = (text: string, lengthMax: number): string =>
  text.length > lengthMax ? text.slice(cutsAround(text, text.length - lengthMax).after) : text
