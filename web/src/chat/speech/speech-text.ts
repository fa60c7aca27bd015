// What is read aloud of an answer: its words without the marks of Markdown, in portions that browsers read to the end.

import { beginningOf } from '#contract/cut-text.ts'
import { maskFormulas, readFormula, unmask } from '../markdown/formula-source.ts'

/** Chrome breaks off an utterance after some fifteen seconds (Chromium issue 679437). */
const portionLengthMax = 200

const codeBlocks = /^(`{3,}(?!`)|~{3,}(?!~)).*\r?\n[\s\S]*?(?:^\1.*$|$(?![\s\S]))/gm

const replacements: readonly (readonly [RegExp, string])[] = [
  [/(?<![`\\])<br {0,3}\/?>/gi, '\n'],
  [/!?\[([^[\]]*)\]\([^)\s]{0,2000}\)/g, '$1'],
  [/^[ \t]*\[\^[^[\]\n]+\]:.*$/gm, ''],
  [/\[\^[^[\]]+\]/g, ''],
  [/^(?=.*---)[ \t:|-]+$/gm, ''],
  [/^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+)/gm, ''],
  [/(?<![ \t])[ \t]+(?=\|)/g, ''],
  [/\|[ \t]*/g, ', '],
  [/(\*\*|__|~~|`)(?=\S)/g, ''],
  [/(?<=\S)(\*\*|__|~~|`)/g, ''],
  [/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, ''],
  [/^[, \t]+|(?<![, \t])[, \t]+$/gm, ''],
  [/\\([[\]()])/g, '$1'],
  [/\n{2,}/g, '\n']
]

/** Read in place of a formula, because a listener could not understand its source. */
function withoutFormulas(markdown: string): string {
  const { text, formulas } = maskFormulas(markdown)
  return unmask(text, formulas)
    .map((part) => (typeof part === 'string' ? part : readFormula(part.source).display ? 'Формула.' : 'формула'))
    .join('')
}

/** The words of an answer. */
export const speechTextOf = (markdown: string): string =>
  replacements
    .reduce(
      (text, [pattern, by]) => text.replaceAll(pattern, by),
      withoutFormulas(markdown.replaceAll(codeBlocks, 'Фрагмент кода.'))
    )
    .trim()

/** Ends portions at sentences, else at spaces, else anywhere. */
export function portionsOf(text: string): string[] {
  const sentences = text.split(/(?<=[.!?…:;])\s+|\n+/).filter((sentence) => sentence.trim() !== '')
  const portions: string[] = []
  for (const sentence of sentences.flatMap(cut)) {
    const last = portions.at(-1)
    if (last !== undefined && last.length + sentence.length < portionLengthMax)
      portions[portions.length - 1] = `${last} ${sentence}`
    else portions.push(sentence)
  }
  return portions
}

function cut(sentence: string): string[] {
  if (sentence.length <= portionLengthMax) return [sentence]
  const space = sentence.lastIndexOf(' ', portionLengthMax)
  const end = space > 0 ? space : beginningOf(sentence, portionLengthMax).length
  return [sentence.slice(0, end), ...cut(sentence.slice(end).trim())]
}

/** By its letters: a voice of another language reads words as noise. */
export function languageOf(text: string): 'ru-RU' | 'en-US' {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  return latin > cyrillic ? 'en-US' : 'ru-RU'
}
