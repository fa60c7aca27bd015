// Finds the formulas in a block before markdown reads it: `\,` and `_` mean something else in a formula than in text.
import { beginsLine, isBetween, isInEnvironment, mayBecomeFormula } from './bracket-judging.ts'
import { isInDollars } from './formula-judging.ts'

export interface FoundFormula {
  /** As the model wrote it, with its delimiters. */
  source: string
  /** An open one goes to the end of a block that still grows. */
  closed: boolean
  /** It is no formula but an address: bare-addresses.ts. */
  isAddress?: true
}

export interface Masked {
  /** Of the same length as the source, so that places in one are places in the other. */
  text: string
  formulas: readonly FoundFormula[]
}

type Kind = '\\(' | '\\)' | '\\[' | '\\]' | '$' | '$$' | '`' | 'begin' | 'end' | 'gap' | 'other'

interface Mark {
  kind: Kind
  at: number
  length: number
  /** Of an environment. */
  name: string
}

// A formula becomes one of these with its number, and is filled up. Unicode keeps them for private use.
const first = '\uE000'
const filler = '\uE001'
const numbersFrom = 0xe0_10
export const masksMax = 0xf8_ff - numbersFrom
const reserved = /[\uE000-\uF8FF]/
const masked = /\uE000([\uE010-\uF8FF])\uE001*/g

/** Ends of environments, escaped characters, code, dollars, and the gaps between paragraphs. */
const marks = /\\(?:begin|end)\{([A-Za-z]{1,12}\*?)\}|\\[^]|`+|\$+|\n[ \t>]*(?=\n)/g

/** Those that KaTeX draws without anything around them. Another one is part of a whole document. */
const environment =
  /^(?:(?:equation|align|gather|alignat)\*?|aligned|alignedat|gathered|split|CD|array|d?cases|d?rcases|small(?:matrix)|[pbBvV]?matrix\*?)$/

function kindOf(mark: string, name: string): Kind {
  if (name !== '') return !environment.test(name) ? 'other' : mark.startsWith('\\b') ? 'begin' : 'end'
  if (mark.startsWith('\n')) return 'gap'
  if (mark.startsWith('`')) return '`'
  return mark === '\\(' || mark === '\\)' || mark === '\\[' || mark === '\\]' || mark === '$' || mark === '$$'
    ? mark
    : 'other'
}

const closingOf = { '\\(': '\\)', '\\[': '\\]', $$: '$$' } as const
const isPaired = (kind: Kind): kind is keyof typeof closingOf => kind in closingOf

/** The mark that closes another one; undefined: none in its paragraph; null: another one opens first. */
type Closing = number | null | undefined

/**
 * The next mark of a kind after each mark, in its paragraph; looked up from the end, so that hostile texts cost no more. Before
 * a mark that opens the same again there is none: so no two formulas that are judged share a character.
 */
function nextOf(all: readonly Mark[], opening: Kind, closing: Kind): readonly Closing[] {
  const found: Closing[] = []
  let next: Closing
  for (let index = all.length - 1; index >= 0; index -= 1) {
    found[index] = next
    const kind = all[index]?.kind
    if (kind === 'gap') next = undefined
    else if (kind === closing) next = index
    else if (kind === opening) next = null
  }
  return found
}

/** The end of each environment that begins, in its paragraph. */
function endsOf(all: readonly Mark[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open = new Map<string, number[]>()
  all.forEach(({ kind, name }, index) => {
    if (kind === 'gap') return open.clear()
    const begun = open.get(name) ?? []
    if (kind === 'begin') open.set(name, begun).get(name)?.push(index)
    const begin = kind === 'end' ? begun.pop() : undefined
    if (begin !== undefined) ends.set(begin, index)
  })
  return ends
}

/** The next run of as many backticks after each run. */
function nextSameRun(all: readonly Mark[]): readonly (number | undefined)[] {
  const next = new Map<number, number>()
  const found: (number | undefined)[] = []
  for (let index = all.length - 1; index >= 0; index -= 1) {
    const mark = all[index]
    if (mark?.kind !== '`') continue
    found[index] = next.get(mark.length)
    next.set(mark.length, index)
  }
  return found
}

interface Span {
  from: number
  to: number
  closed: boolean
}

const marksOf = (source: string): Mark[] =>
  Array.from(source.matchAll(marks), ({ 0: mark, 1: name = '', index }) => ({
    kind: kindOf(mark, name),
    at: index,
    length: mark.length,
    name
  })).filter(({ kind }) => kind !== 'other')

/** The next mark that begins no environment and ends none: these may stand within dollars. */
function skipEnvironments(all: readonly Mark[], index: number): number {
  let next = index + 1
  while (all[next]?.kind === 'begin' || all[next]?.kind === 'end') next += 1
  return next
}

/** @param grows whether the block is still growing: its last formula may be open */
function spansOf(source: string, grows: boolean): Span[] {
  const all = marksOf(source)
  const closings = {
    '\\(': nextOf(all, '\\(', '\\)'),
    '\\[': nextOf(all, '\\[', '\\]'),
    $$: nextOf(all, '$$', '$$')
  }
  const ends = endsOf(all)
  const sameRun = nextSameRun(all)
  const lastGap = all.findLastIndex(({ kind }) => kind === 'gap')
  const spans: Span[] = []
  for (let index = 0; index < all.length; index += 1) {
    const { kind, at, length } = all[index]!
    /** Where the formula ends that begins here. */
    let close: Closing = null
    if (kind === '`') {
      // Code of a list that has no end yet goes to the end of the block.
      if (sameRun[index] === undefined && length >= 3) break
      index = sameRun[index] ?? index
    } else if (kind === '$') {
      const next = skipEnvironments(all, index)
      if (all[next]?.kind === '$' && isInDollars(source, at, all[next].at, grows)) close = next
    } else if (kind === 'begin') {
      close = ends.get(index)
      if (close != null && !isInEnvironment(source.slice(at + length, all[close]?.at))) close = null
    } else if (isPaired(kind) && closings[kind][index] !== null) {
      close = closings[kind][index]
      const inner = source.slice(at + length, close == null ? undefined : all[close]?.at)
      const isFormula =
        close === undefined
          ? mayBecomeFormula(kind, inner, beginsLine(source, at))
          : isBetween(kind, inner, { source, at, grows })
      if (!isFormula) close = null
    }
    if (close != null) {
      const end = all[close]!
      spans.push({ from: at, to: end.at + end.length, closed: true })
      index = close
    } else if (close === undefined && grows && index > lastGap) {
      spans.push({ from: at, to: source.length, closed: false })
      break
    }
  }
  return spans
}

const nothing: readonly FoundFormula[] = []

/** Puts a mask of the same length over each of these places. @param before how many masks the text has already */
export function cover(source: string, spans: readonly Omit<Span, 'closed'>[], before = 0): string {
  let text = ''
  let end = 0
  spans.forEach(({ from, to }, number) => {
    const mask = first + String.fromCharCode(numbersFrom + before + number)
    text += source.slice(end, from) + mask.padEnd(to - from, filler)
    end = to
  })
  return text + source.slice(end)
}

/** Whether a text has the characters of masks without being masked: then nothing can be put over it. */
export const hasReserved = (source: string): boolean => reserved.test(source)

/** Puts a mask of the same length over each formula. */
export function maskFormulas(source: string, grows = false): Masked {
  if (!/\$|\\[([b]/.test(source) || hasReserved(source)) return { text: source, formulas: nothing }
  const spans = spansOf(source, grows)
    .filter(({ from, to }) => to - from >= 2)
    .slice(0, masksMax)
  const formulas = spans.map(({ from, to, closed }) => ({ source: source.slice(from, to), closed }))
  return { text: cover(source, spans), formulas }
}

/** A text with masks, in parts: plain text, and the formulas below the masks. */
export function unmask(text: string, formulas: readonly FoundFormula[]): (string | FoundFormula)[] {
  if (!text.includes(first)) return [text]
  const parts: (string | FoundFormula)[] = []
  let end = 0
  for (const { 0: mask, 1: number = '', index } of text.matchAll(masked)) {
    const formula = formulas[number.charCodeAt(0) - numbersFrom]
    if (!formula) continue
    parts.push(text.slice(end, index), formula)
    end = index + mask.length
  }
  return [...parts, text.slice(end)].filter((part) => part !== '')
}

/** The formula between the delimiters, and whether it stands on lines of its own. An environment is one with its ends. */
export function readFormula(source: string): { tex: string; display: boolean } {
  const width = source.startsWith('\\begin') ? 0 : source.startsWith('$') && !source.startsWith('$$') ? 1 : 2
  // In a quote each line begins with its mark.
  const tex = source.slice(width, source.length - width).replaceAll(/\n[ \t]*>[ \t>]*/g, '\n')
  return { tex: tex.trim(), display: /^(?:\$\$|\\\[|\\begin)/.test(source) }
}
