// Which lines of a user's memory say the same, so that none is kept twice. In doubt they do not: what a user has agreed to must not get
// lost, and a line too many is seen and deleted. Pure.

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

interface Word {
  text: string
  /** Whether a clause ends with it. */
  isLast: boolean
}

/** Other signs belong to their word: C, C++ and C# are three, and so are 3,5 and 35. */
const before = /^["'«»“”„‘’([]+/u
const after = /(?<!["'«»“”„‘’)\],.;:!?…])["'«»“”„‘’)\],.;:!?…]+$/u
const dash = /^[–—-]$/u
/** A comma ends none: «Если спрашиваю о коде, отвечай кратко» is no wish for short answers everywhere. */
const clauseEnd = /[.;!?…]/u
/** Where the space after a sign is missing. */
const crowded = /(?<=\S)[,;!?…](?=\p{L})/gu

/** The words without case, stress, and the difference of ё and е. */
function wordsOf(line: string): Word[] {
  const folded = line.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replaceAll('\u0301', '')
  const words: Word[] = []
  for (const part of folded.replace(crowded, '$& ').split(/\s+/u)) {
    const signs = after.exec(part)?.[0] ?? ''
    const text = part.slice(0, part.length - signs.length).replace(before, '')
    if (text !== '' && !dash.test(text)) words.push({ text, isLast: false })
    const last = words.at(-1)
    if (last && clauseEnd.test(signs)) last.isLast = true
  }
  const last = words.at(-1)
  if (last) last.isLast = true
  return words
}

const denialsIn = (words: readonly Word[]): number => words.filter(({ text }) => denials.has(text)).length

/** Whether all words of a part follow one another from here, from the beginning of a clause to the end of one. */
const isHeldAt = (whole: readonly Word[], part: readonly Word[], at: number): boolean =>
  (at === 0 || whole[at - 1]?.isLast === true) &&
  whole[at + part.length - 1]?.isLast === true &&
  part.every(({ text }, index) => stemOf(text) === stemOf(whole[at + index]?.text ?? ''))

/** Whether a line says all that another one says: it has the same words in their order, or holds them as whole clauses of its own. */
export function saysAll(line: string, other: string): boolean {
  const [whole, part] = [wordsOf(line), wordsOf(other)]
  if (part.length === 0) return line === other
  return denialsIn(whole) === denialsIn(part) && whole.some((_, at) => isHeldAt(whole, part, at))
}

/** What becomes of a new line: nothing, a line of its own, or the new text of the first line that it contains; the others go. */
export type Merging = { kind: 'known' } | { kind: 'new' } | { kind: 'fuller'; id: number; gone: number[] }

/** @param lines by their ids */
export function mergingOf(lines: readonly RememberedLine[], text: string): Merging {
  if (lines.some((line) => saysAll(line.text, text))) return { kind: 'known' }
  const [first, ...others] = lines.filter((line) => saysAll(text, line.text))
  return first ? { kind: 'fuller', id: first.id, gone: others.map(({ id }) => id) } : { kind: 'new' }
}
