// The marks that ChatGPT puts into its answers for its own page: sources, names of things, pictures, lists of links. Those whose page
// is known become links, names become words, and the rest is left out. The words around a mark stay as they are.
import { sourcesMax } from '#contract/chat-limits.ts'
import type { AnswerSource } from '#contract/answer-sources.ts'
import { pageOf, type Page, type References, referencesOf } from './chatgpt-references.ts'
import { isInFences } from './fenced.ts'

const begin = '\uE200'
const gap = '\uE202'

/** Where one may begin. All others of these characters of private use are only drawn by ChatGPT. */
const starts =
  /[\uE200-\uE206\uE20B]|(?:file)?cite(?=turn\d)|【|:contentReference\[|\[oai_citation|(?<![\w`.])(?:(?:product_)?entity(?=\[")|image_group(?=\{"))/g
// Each reads on from where it starts, and none has a repetition inside another: no text makes them read it twice.
const whole = /\uE200([^\uE200\uE201\uE20B]*)[\uE201\uE20B]/y
const cutOff = /\uE200([a-z_]{0,30})/y
/** A list of texts or an object, to its end or to that of the whole text. */
const data =
  /\uE202?(\[ ?"(?:[^"\\\n]|\\.){0,300}(?:" ?, ?"(?:[^"\\\n]|\\.){0,600}){0,7}(?:" ?\]|$)|\{"[^{}\n]{0,3000}(?:\}|$))/y
const name = /\uE202?turn\d{1,6}[a-z]{1,20}\d{1,6}/y
const lines = /L\d{1,6}-L\d{1,6}/y
const older = /【(?:\d{0,6}(?::\d{1,6})?†|turn\d{1,6}[a-z]{1,20}\d{1,6})[^【】\n]{0,300}】/y
const directive = /:contentReference\[oaicite:\d{1,6}\]\{index=\d{1,6}\}/y
const copied = /\[oai_citation(?:_attribution)?:\d{1,6}‡/y
const names = /turn\d{1,6}[a-z]{1,20}\d{1,6}/g

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Where the names of pages end that follow each other. */
function endOfNames(text: string, from: number): number {
  let end = from
  while (matchAt(name, text, end)) end = name.lastIndex
  return matchAt(lines, text, end) ? lines.lastIndex : end
}

interface Mark {
  end: number
  /** What it holds; null: only its opening bracket was of use. */
  inner: string | null
}

/** The mark of this kind whose data stand at a place. */
function withData(text: string, at: number, kind: string): Mark | null {
  const [written, found = ''] = matchAt(data, text, at) ?? []
  return written === undefined ? null : { end: at + written.length, inner: kind + gap + found }
}

/** Null: what stands there is text. */
function markAt(text: string, { 0: start, index: at }: RegExpExecArray): Mark | null {
  if (start === begin) {
    const [mark, inner] = matchAt(whole, text, at) ?? []
    if (mark !== undefined) return { end: at + mark.length, inner: inner ?? '' }
    const [begun = begin, kind = ''] = matchAt(cutOff, text, at) ?? []
    const end = at + begun.length
    return withData(text, end, kind) ?? { end: endOfNames(text, end), inner: '' }
  }
  if (/^[\uE200-\uE20B]/.test(start)) {
    const end = start === gap ? endOfNames(text, at) : at
    return { end: Math.max(end, at + 1), inner: text.slice(at, end) }
  }
  if (/^[pei]/.test(start)) return withData(text, at + start.length, start)
  if (start.endsWith('cite')) {
    const end = endOfNames(text, at + start.length)
    return end === at + start.length ? null : { end, inner: text.slice(at, end) }
  }
  const [opening] = matchAt(copied, text, at) ?? []
  if (opening !== undefined) return { end: at + opening.length, inner: null }
  const [other] = matchAt(older, text, at) ?? matchAt(directive, text, at) ?? []
  return other === undefined ? null : { end: at + other.length, inner: other }
}

const escaped = (words: string): string => words.replaceAll(/[\\`*_[\]<>|~$]/g, String.raw`\$&`)

const linkTo = ({ url, site }: Page): string => `[${escaped(site)}](<${url}>)`

const second = /^\s*\[\s*"(?:[^"\\]|\\.){0,300}"\s*,\s*("(?:[^"\\]|\\.){1,300}(?:"|$))/

/** `["city","Berlin","capital of Germany"]`: the second. */
function secondIn(written: string | undefined): string {
  const found = second.exec(written ?? '')?.[1]
  if (found === undefined) return ''
  try {
    const words: unknown = JSON.parse(found.endsWith('"') && found.length > 1 ? found : `${found}"`)
    return typeof words === 'string' ? words.replaceAll(/\s+/g, ' ').trim() : ''
  } catch {
    return ''
  }
}

interface Place {
  references: References
  /** In whole characters. */
  place: number
  /** There a link would be read as it is written. */
  isInCode: boolean
}

const isPage = (page: Page | null | undefined): page is Page => page != null

interface Meaning {
  words: string
  pages: readonly Page[]
}
const nothing: Meaning = { words: '', pages: [] }

/** What takes the place of a mark, and the pages that it names. */
function meaningOf(mark: string, inner: string, { references, place, isInCode }: Place): Meaning {
  if (inner === '') return nothing
  const [kind = '', ...rest] = inner.split(gap)
  const reference = references.byMark.get(mark)
  const found = Array.from(inner.matchAll(names), ([one]) => one)
  const written = rest
    .filter((one) => one.startsWith('http'))
    .map((url) => pageOf({ url, title: null, attribution: null }))
  const known = isInCode
    ? []
    : [...found.map((one) => references.byName.get(one)), ...written, references.byPlace.get(place)].filter(isPage)
  const pages = reference?.pages.length && !isInCode ? reference.pages.slice(0, Math.max(1, found.length)) : known
  const words = reference?.words ?? ''
  const title = rest[0] === undefined || /^(?:turn\d|http)/.test(rest[0]) ? '' : rest[0]
  switch (kind) {
    case 'entity':
    case 'product_entity':
      return { words: secondIn(rest[0]) || words, pages: [] }
    // The sentence goes on with its title.
    case 'url':
      return { words: title, pages: pages.slice(0, 1) }
    case 'video':
    case 'navlist':
      return { words: pages.length === 0 || title === '' ? '' : `${title}:`, pages }
    case 'i':
    case 'image_group':
      return nothing
    default:
      return {
        words: pages.length === 0 && /^[a-z_]+$/.test(kind) && found.length === 0 ? words : '',
        pages
      }
  }
}

const isSpace = (character: string): boolean => character === ' ' || character === '\u00A0'

/** Without the spaces at its end. */
function trimmed(text: string): string {
  let end = text.length
  while (end > 0 && isSpace(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** @param next what follows a mark that is left out: it must not stand apart from what was before it */
const joinsLeft = (next: string): boolean => next === '' || /[\s.,;:!?)\]»]/.test(next)

export interface ReadText {
  text: string
  /** The pages that it links to, each once. */
  sources: AnswerSource[]
}

/** The text of an answer without marks. */
export function readMarks(text: string, references: References): ReadText {
  const sources = new Map<string, AnswerSource>()
  const isCode = isInFences(text)
  const parts: string[] = []
  let end = 0
  let place = 0
  let last = ' '
  starts.lastIndex = 0
  for (let start = starts.exec(text); start; start = starts.exec(text)) {
    const isInCode = isCode(start.index)
    // Only its own characters are nothing that code has.
    const mark = isInCode && !/[\uE200-\uE20B]/.test(start[0]) ? null : markAt(text, start)
    if (!mark) continue
    starts.lastIndex = mark.end
    const before = text.slice(end, start.index)
    place += references.byPlace.size > 0 ? Array.from(before).length : 0
    const written = text.slice(start.index, mark.end)
    if (mark.inner === null) parts.push(before, '[')
    else {
      const { words, pages } = meaningOf(written, mark.inner, { references, place, isInCode })
      const links = new Set(pages.map(linkTo))
      for (const { url, title } of pages) if (sources.size < sourcesMax) sources.set(url, { url, title })
      const meaning = [words, ...links].filter((part) => part !== '').join(' ')
      last = before.at(-1) ?? last
      if (meaning === '') parts.push(joinsLeft(text.charAt(mark.end)) ? trimmed(before) : before)
      else parts.push(before, words === '' && !/[\s([«]/.test(last) ? ' ' : '', meaning)
      last = meaning.at(-1) ?? last
    }
    place += references.byPlace.size > 0 ? Array.from(written).length : 0
    end = mark.end
  }
  return { text: withoutFrames(parts.join('') + text.slice(end)), sources: [...sources.values()] }
}

const nowhere = referencesOf(null)

/** A text that names no pages, without marks. */
export const withoutMarks = (text: string): string => readMarks(text, nowhere).text

/** ChatGPT frames letters and other texts that are to be copied. Their subject or title is kept. */
function withoutFrames(text: string): string {
  if (!text.includes(':::writing{')) return text
  let open = 0
  return text
    .split('\n')
    .flatMap((line) => {
      if (/^ {0,3}:::writing\{[^}]{0,500}\}\s*$/.test(line)) {
        open += 1
        const [, title] = /\b(?:subject|title)=["“]([^"”]{1,200})["”]/.exec(line) ?? []
        return title === undefined ? [] : [`**${title}**`, '']
      }
      if (open === 0 || line.trim() !== ':::') return [line]
      open -= 1
      return []
    })
    .join('\n')
}
