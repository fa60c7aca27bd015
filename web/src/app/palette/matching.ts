// Which entries of the search for everything a text means: by beginnings of words, in Russian and Latin letters, with other endings,
// and typed on the wrong keyboard layout.
import { beginningOf } from '#contract/cut-text.ts'
import { searchTextMax } from '#contract/search.ts'

export interface Findable {
  title: string
  /** Other words for it, apart from those of the title. */
  words: string
  /** What is typed behind its words is a request, such as «кот» in «картинка кот». */
  takesRequest?: boolean
}

export interface Found<Entry> {
  entry: Entry
  /** The request behind the words; empty without one. */
  request: string
}

export interface Findings<Entry> {
  /** The text that was looked for: what was typed, or its keys on the other layout. */
  text: string
  /** Best first. */
  found: Found<Entry>[]
}

const latin = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,.`QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~'
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ'

/** The same keys on the other layout: `rfhnbyrf` is «картинка»; null for a text of both alphabets, or of none. */
export function onOtherLayout(text: string): string | null {
  const isLatin = /[a-z]/i.test(text)
  if (isLatin === /[а-яё]/i.test(text)) return null
  const [from, to] = isLatin ? [latin, russian] : [russian, latin]
  return text.replaceAll(/\S/g, (letter) => to[from.indexOf(letter)] ?? letter)
}

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** An ending has so many letters at most, and what is left so many at least. */
const endingMax = 2
const stemMin = 4

const stemOf = (word: string): string =>
  /^[а-я]+$/.test(word) ? word.slice(0, Math.max(stemMin, word.length - endingMax)) : word

/** How near a word is to others: 0 begins one of them, 1 has another ending; null is none of them. */
function nearness(word: string, others: readonly string[]): 0 | 1 | null {
  if (others.some((other) => other.startsWith(word))) return 0
  const stem = stemOf(word)
  return others.some((other) => other.startsWith(stem) && other.length <= word.length + endingMax) ? 1 : null
}

/** Where in a text its words end. */
const endsOf = (text: string): number[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: word }) => index + word.length)

/** One word is too short to be told from the first letters of a request. */
const verbMin = 3

interface Words {
  title: string[]
  /** Those of the title, and all of it as one: «gpt35» means GPT-3.5. */
  own: string[]
  all: string[]
}

/** Hundreds of entries are looked through at each key. */
const wordsBefore = new WeakMap<Findable, Words>()

function allWordsOf(entry: Findable): Words {
  const before = wordsBefore.get(entry)
  if (before) return before
  const title = wordsOf(entry.title)
  const own = [...title, title.join('')]
  const words = { title, own, all: [...own, ...wordsOf(entry.words)] }
  wordsBefore.set(entry, words)
  return words
}

/** Lower is better; null: the text does not mean the entry. */
function rankOf(entry: Findable, asked: readonly string[]): number | null {
  const { title, own, all } = allWordsOf(entry)
  let rank = title.join(' ').startsWith(asked.join(' ')) ? 0 : 1
  for (const word of asked) {
    const near = nearness(word, all)
    if (near === null) return null
    rank = Math.max(rank, nearness(word, own) === 0 ? rank : 2 + near)
  }
  return rank
}

interface Ranked<Entry> extends Found<Entry> {
  rank: number
}

function match<Entry extends Findable>(entry: Entry, text: string, asked: readonly string[]): Ranked<Entry> | null {
  const rank = rankOf(entry, asked)
  if (rank !== null) return { entry, request: '', rank }
  if (!entry.takesRequest) return null
  const all = wordsOf(`${entry.title} ${entry.words}`)
  const known = asked.findIndex((word) => word.length < verbMin || nearness(word, all) === null)
  const request = text.slice(endsOf(text)[known - 1] ?? text.length).replace(/^[\s:,.—-]+/, '')
  return known > 0 && request !== '' ? { entry, request: request.trim(), rank: 1 } : null
}

function among<Entry extends Findable>(entries: readonly Entry[], text: string): Found<Entry>[] {
  const asked = wordsOf(text)
  if (asked.length === 0) return []
  return entries
    .flatMap((entry) => match(entry, text, asked) ?? [])
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry, request }) => ({ entry, request }))
}

/** The entries that a text means; on the other keyboard layout when it means none as it was typed. Takes the first 200 characters. */
export function find<Entry extends Findable>(entries: readonly Entry[], typed: string): Findings<Entry> {
  const text = beginningOf(typed, searchTextMax).trim()
  const found = among(entries, text)
  const other = found.length === 0 ? onOtherLayout(text) : null
  const otherFound = other === null ? [] : among(entries, other)
  return other !== null && otherFound.length > 0 ? { text: other, found: otherFound } : { text, found }
}
