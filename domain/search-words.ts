// The words by which chats are found, the same for what is indexed and for what is asked: without case, accents and the
// difference of ё and е. Pure.
import { beginningOf, endingOf } from '#contract/cut-text.ts'

/** Changed together with `foldedText`: an index of another version is built anew. */
export const wordsVersion = 1

/** Longer words are data, such as files in base64, and no user searches for them. */
const wordLengthMax = 40
/** More words than this do not make a question more exact. */
const queryWordsMax = 10

/** A text as folded words with one space between them: letters and digits only. */
export const foldedText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    // A letter of its own, while ё is a letter with a mark like the others.
    .replaceAll('и\u0306', 'й')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const distinctWords = (text: string): string[] => {
  const words = new Set(foldedText(text).split(' '))
  words.delete('')
  return [...new Set([...words].map((word) => beginningOf(word, wordLengthMax)))]
}

/** Each word of a text once, as the index keeps it: the order is not needed to find it. */
export const indexedWords = (text: string): string => distinctWords(text).join(' ')

/** The words of a question: all of them must be in a text. */
export const queryWords = (question: string): string[] => distinctWords(question).slice(0, queryWordsMax)

/** A single letter begins too many words, so it only finds itself. */
const isPrefix = (word: string): boolean => /../u.test(word)

/**
 * The words as a query of FTS5: https://www.sqlite.org/fts5.html#full_text_query_syntax
 * @param words of `queryWords`, which hold letters and digits only: nothing in them is syntax between the quotes
 */
export const matchExpression = (words: readonly string[]): string =>
  words.map((word) => `"${word}"${isPrefix(word) ? '*' : ''}`).join(' ')

/** From `start` up to `end`, without it, in UTF-16 units. */
export type TextRange = [start: number, end: number]

interface Hit {
  range: TextRange
  /** The number of the word of the question. */
  word: number
}

function hitsIn(text: string, words: readonly string[]): Hit[] {
  const hits: Hit[] = []
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const parts = foldedText(found).split(' ')
    const word = words.findIndex((wanted) =>
      parts.some((part) => (isPrefix(wanted) ? part.startsWith(wanted) : part === wanted))
    )
    if (word >= 0) hits.push({ range: [index, index + found.length], word })
  }
  return hits
}

/** Where the words of a question are in a text: whole words, also where only their beginning was asked for. */
export const rangesIn = (text: string, words: readonly string[]): TextRange[] =>
  hitsIn(text, words).map(({ range }) => range)

/** Characters before the first hit of a snippet, and of the whole snippet. */
const lengthBefore = 40
const lengthMax = 160

/** The first hit that has the most different words of the question near it. */
function bestHit(hits: readonly Hit[]): Hit | undefined {
  const richness = (first: Hit, index: number) =>
    new Set(
      hits
        .slice(index, index + 2 * queryWordsMax)
        .filter(({ range }) => range[1] <= first.range[0] + lengthMax - lengthBefore)
        .map(({ word }) => word)
    ).size
  let best: { hit: Hit; richness: number } | undefined
  for (const [index, hit] of hits.entries()) {
    const own = richness(hit, index)
    if (own > (best?.richness ?? 0)) best = { hit, richness: own }
  }
  return best?.hit ?? hits[0]
}

/** The nearest place at or after `at` where a text may be cut: after a space if one is near, never inside a character. */
function cutAt(text: string, at: number): number {
  const space = text.slice(at, at + 20).search(/\s/)
  if (space >= 0) return at + space
  return text.length - endingOf(text, text.length - at).length
}

export interface Snippet {
  /** Plain text, with dots where something is left out. */
  text: string
  ranges: TextRange[]
}

/** The part of a text that answers a question best; its beginning when no word of the question is in it. */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const hits = hitsIn(text, words)
  const first = bestHit(hits)?.range[0] ?? 0
  const start = first <= lengthBefore ? 0 : Math.min(first, cutAt(text, first - lengthBefore))
  const end = start + lengthMax >= text.length ? text.length : cutAt(text, start + lengthMax)
  const before = start > 0 ? '…' : ''
  const shift = before.length - start
  return {
    text: before + text.slice(start, end).replace(/\s/g, ' ') + (end < text.length ? '…' : ''),
    ranges: hits
      .filter(({ range }) => range[0] >= start && range[0] < end)
      .map(({ range }) => [range[0] + shift, Math.min(range[1], end) + shift])
  }
}
