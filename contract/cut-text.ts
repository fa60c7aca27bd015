// Texts that are cut to a length. A character that lies across the cut is left out whole: half of an emoji is no text, and
// of a family, a flag or a letter with its accent something else would be left.

/** No character is longer, in UTF-16 units, except by ill will. */
const reach = 64

let segmenter: Intl.Segmenter | undefined

/** The characters around a place. @returns where the one at the place begins, and where it ends if it begins before the place */
function cutsAround(text: string, at: number): { before: number; after: number } {
  const start = Math.max(0, at - reach)
  segmenter ??= new Intl.Segmenter()
  const found = segmenter.segment(text.slice(start, at + reach)).containing(at - start)
  // At the end of the text there is none.
  const before = found ? start + found.index : at
  return { before, after: found && before < at ? before + found.segment.length : at }
}

/** The beginning of a text. @param lengthMax in UTF-16 units */
export const beginningOf = (text: string, lengthMax: number): string =>
  text.length > lengthMax ? text.slice(0, cutsAround(text, lengthMax).before) : text

/** The end of a text. @param lengthMax in UTF-16 units */
export const endingOf = (text: string, lengthMax: number): string =>
  text.length > lengthMax ? text.slice(cutsAround(text, text.length - lengthMax).after) : text
