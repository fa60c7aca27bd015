// A long text is read in parts, each a call of its own, and the recordings are joined. A part fits into memory together
// with its JSON. Pure.
import { partLengthMax } from '#contract/catalogue/voice.ts'
import { beginningOf, endingOf } from '#contract/cut-text.ts'

/** How much of the text around a part the provider gets, so that the voice goes on as it was. */
const contextLengthMax = 300

export interface SpeechPart {
  text: string
  /** What is read before and after it; empty at the ends of the text. */
  before: string
  after: string
}

/** Where a text is cut best: after a paragraph, else a sentence, else a clause, else a word. */
const ends = [/\n(?:[^\S\n]*\n)+/g, /(?<![.!?…])[.!?…]+["'»”)\]]*\s+|\n/g, /[,;:—–]\s+/g, /\s+/g] as const

const pause = /\[[^\]\n]{0,20}\]/g

/** The last place to cut a text that is too long: never within the mark of a pause. */
function cutOf(text: string): number {
  const marks = [...text.matchAll(pause)].map(({ index, 0: mark }) => [index, index + mark.length] as const)
  const isFree = (at: number) => marks.every(([from, to]) => at <= from || at >= to)
  // A part that is cut early makes more parts, so the end of a paragraph or sentence counts only in the second half.
  for (const end of ends) {
    const cuts = [...text.slice(0, partLengthMax).matchAll(end)].map(({ index, 0: found }) => index + found.length)
    const last = cuts.findLast((at) => isFree(at) && at <= partLengthMax)
    if (last !== undefined && last > partLengthMax / 2) return last
  }
  return beginningOf(text, partLengthMax).length
}

/** The text in parts, in their order. Nothing is lost but the spaces between them. */
export function speechParts(text: string): SpeechPart[] {
  const texts: string[] = []
  let rest = text.trim()
  while (rest.length > partLengthMax) {
    const at = cutOf(rest)
    texts.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  if (rest !== '') texts.push(rest)
  const words = texts.filter((part) => part !== '')
  return words.map((part, index) => ({
    text: part,
    before: endingOf(words[index - 1] ?? '', contextLengthMax),
    after: beginningOf(words[index + 1] ?? '', contextLengthMax)
  }))
}
