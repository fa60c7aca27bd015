// Which lines of a user's memory say the same, so that none is kept twice. Pure.
import { foldedText } from './search-words.ts'

export interface RememberedLine {
  id: number
  text: string
}

/** A line with one of these says the opposite of the same words without it. */
const denials = new Set(['не', 'ни', 'нет', 'без', 'никогда', 'нельзя', 'кроме', 'not', 'no', 'never', 'without'])

/** Of nouns, adjectives and verbs: forms of one word are the same without it. Short words stay whole. */
const ending =
  /(?:ами|ями|ого|его|ому|ему|ыми|ими|ешь|ете|ите|ает|яет|ой|ей|ий|ый|ая|яя|ое|ее|ые|ие|ую|юю|ах|ях|ов|ев|ам|ям|ом|ем|ют|ут|ят|ат|ит|ет|[уюаяоеыиьй])$/u
const stemOf = (word: string): string => (word.length < 5 ? word : word.replace(ending, ''))

const wordsOf = (text: string): string[] => foldedText(text).split(' ').filter(Boolean)

const denialsIn = (words: readonly string[]): number => words.filter((word) => denials.has(word)).length

/** In another order, forms of the same words may say another thing: «Маша любит Петю». */
function comeInOrder(part: readonly string[], whole: readonly string[]): boolean {
  let next = 0
  for (const word of whole) if (next < part.length && stemOf(word) === stemOf(part[next] ?? '')) next += 1
  return next === part.length
}

/** Whether a line says all that another one says. */
export function saysAll(line: string, other: string): boolean {
  const [whole, part] = [wordsOf(line), wordsOf(other)]
  if (part.length === 0) return line === other
  if (denialsIn(whole) !== denialsIn(part)) return false
  const known = new Set(whole)
  return part.every((word) => known.has(word)) || comeInOrder(part, whole)
}

/** What becomes of a new line: nothing, a line of its own, or the new text of the first line that it contains; the others go. */
export type Merging = { kind: 'known' } | { kind: 'new' } | { kind: 'fuller'; id: number; gone: number[] }

/** @param lines by their ids */
export function mergingOf(lines: readonly RememberedLine[], text: string): Merging {
  if (lines.some((line) => saysAll(line.text, text))) return { kind: 'known' }
  const [first, ...others] = lines.filter((line) => saysAll(text, line.text))
  return first ? { kind: 'fuller', id: first.id, gone: others.map(({ id }) => id) } : { kind: 'new' }
}
