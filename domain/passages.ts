// Divides the text of a file into passages: parts that are found by the words of a question, and sent to a model. Pure.
import { pageBreak } from './project-texts.ts'

/** Characters of a passage, the last of a page aside, which may be as long as `lastMax`. */
const lengthMax = 1400
const lastMax = 1500
/** An end of a paragraph that comes sooner would make a passage too short. */
const paragraphMin = 700
const sentenceMin = 400
/** So much of the end of a passage is also the beginning of the next one, if a sentence begins there. */
const overlapMax = 160
const headMax = 300

export interface Passage {
  start: number
  end: number
  /** Null: the file has no pages. */
  page: number | null
  /** The first line of the table in whose middle it begins. */
  head: { start: number; end: number } | null
}

const paragraphEnd = /\n\s*/g
const sentenceEnd = /[.!?…][»"”)\]]*\s+(?=[\p{Lu}\p{N}«"“(—–-])|\n\s*/gu
const space = /\s+/g
const lineEnd = /[\n\f]/g

/** The last place behind a match that is not before `min`; 0: there is none. */
function lastEnd(text: string, pattern: RegExp, min: number): number {
  let last = 0
  for (const { 0: found, index } of text.matchAll(pattern)) if (index + found.length >= min) last = index + found.length
  return last
}

/** Not inside a character that takes two units. */
const hardEnd = (text: string): number => (/[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length)

const endIn = (window: string): number =>
  lastEnd(window, paragraphEnd, paragraphMin) ||
  lastEnd(window, sentenceEnd, sentenceMin) ||
  lastEnd(window, space, sentenceMin) ||
  hardEnd(window)

/** Where the passage behind one begins: at its last sentence, if that is short. */
function nextStart(text: string, start: number, end: number): number {
  const from = Math.max(start + 1, end - overlapMax)
  const before = text.slice(from, end).trimEnd()
  for (const { 0: found, index } of before.matchAll(sentenceEnd)) return from + index + found.length
  return end
}

interface Line {
  start: number
  end: number
}

/** Walks the lines of a text once, and knows the first line of the table at each place. */
class Tables {
  readonly #text: string
  #line: Line
  #head: Line | null = null

  constructor(text: string) {
    this.#text = text
    this.#line = this.#lineFrom(0)
    this.#note()
  }

  /** @param at behind the place that was asked for before */
  headAt(at: number): Line | null {
    while (this.#line.end < at && this.#line.end < this.#text.length) {
      this.#line = this.#lineFrom(this.#line.end + 1)
      this.#note()
    }
    const head = this.#head
    return head && head.start < this.#line.start && at <= this.#line.end && head.end - head.start <= headMax
      ? head
      : null
  }

  #lineFrom(start: number): Line {
    lineEnd.lastIndex = start
    return { start, end: lineEnd.exec(this.#text)?.index ?? this.#text.length }
  }

  #note() {
    const isRow = this.#text.slice(this.#line.start, this.#line.end).includes('\t')
    this.#head = isRow ? (this.#head ?? this.#line) : null
  }
}

/** The parts of a page, from `start` up to `end`, without it. */
function* partsOf(text: string, start: number, end: number): Generator<Line> {
  let at = start
  while (at < end) {
    const left = end - at
    const length = left <= lastMax ? left : endIn(text.slice(at, Math.min(end, at + lengthMax)))
    if (text.slice(at, at + length).trim() !== '') yield { start: at, end: at + length }
    at = length === left ? end : nextStart(text, at, at + length)
  }
}

/** @param isPaged whether the signs between pages are such: no passage goes on from one page to the next */
export function passagesOf(text: string, isPaged: boolean): Passage[] {
  const passages: Passage[] = []
  const tables = new Tables(text)
  let start = 0
  for (let number = 1; start <= text.length; number++) {
    const next = isPaged ? text.indexOf(pageBreak, start) : -1
    const end = next < 0 ? text.length : next
    for (const part of partsOf(text, start, end))
      passages.push({ ...part, page: isPaged ? number : null, head: tables.headAt(part.start) })
    start = end + 1
  }
  return passages
}
