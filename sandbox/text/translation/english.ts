// Turns Russian descriptions of pictures into English: words with a known stem are translated, all others are
// transliterated.
import { STEMS } from './dictionary.ts'

const LONGEST_ENDING = 4
/** Shorter words must match as a whole: «и» is not a stem of «иней». */
const SHORTEST_STEM = 3

const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  `а a,б b,в v,г g,д d,е e,ё yo,ж zh,з z,и i,й y,к k,л l,м m,н n,о o,п p,р r,с s,т t,у u,ф f,х kh,ц ts,ч ch,ш sh,щ shch,ъ ,ы y,ь ,э e,ю yu,я ya,і i,ї yi,є ye,ґ g,ў u`
    .split(',')
    .map((pair) => pair.split(' '))
)

/** A marker such as `[name:value]` is copied unchanged. */
const MARKER = /(\[[^\s:[\]]+:[^\s[\]]*\])/
const FOREIGN_WORD = /(?:(?!\p{Script=Latin})\p{L}[\p{M}’'-]?)+/gu

/** The text in English; markers in square brackets stay unchanged. */
export const englishOf = (text: string): string =>
  text
    .split(MARKER)
    .map((part) => (MARKER.test(part) ? part : part.replaceAll(FOREIGN_WORD, inEnglish)))
    .join('')

function inEnglish(word: string): string {
  const lower = word.toLowerCase()
  const english = STEMS.find(([stem]) => isFormOf(lower, stem))?.[1] ?? spelled(lower)
  return word === lower ? english : english.charAt(0).toUpperCase() + english.slice(1)
}

function isFormOf(word: string, stem: string): boolean {
  if (stem.length < SHORTEST_STEM) return word === stem
  return word.startsWith(stem) && word.length - stem.length <= LONGEST_ENDING
}

/** Transliterates Cyrillic letters; any other letter becomes "x". */
const spelled = (word: string): string =>
  [...word].map((letter) => LETTERS[letter] ?? (/\p{L}/u.test(letter) ? 'x' : letter)).join('')
