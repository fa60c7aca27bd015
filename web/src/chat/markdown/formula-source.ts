// Finds the formulas in a block before markdown reads it: `\,` and `_` mean something else in a formula than in text.

export interface FoundFormula {
  /** As the model wrote it, with its delimiters. */
  source: string
  /** An open one goes to the end of a block that still grows. */
  closed: boolean
}

export interface Masked {
  /** Of the same length as the source, so that places in one are places in the other. */
  text: string
  formulas: readonly FoundFormula[]
}

type Kind = '\\(' | '\\)' | '\\[' | '\\]' | '$' | '$$' | '`' | 'end' | 'other'

interface Mark {
  kind: Kind
  at: number
  length: number
}

// A formula becomes one of these with its number, and is filled up. Unicode keeps them for private use.
const first = '\uE000'
const filler = '\uE001'
const numbersFrom = 0xe0_10
const formulasMax = 0xf8_ff - numbersFrom
const reserved = /[\uE000-\uF8FF]/
const masked = /\uE000([\uE010-\uF8FF])\uE001*/g

/** Escaped characters, code, dollars, and the ends of paragraphs. */
const marks = /\\[^]|`+|\$+|\n[ \t>]*(?=\n)/g

function kindOf(mark: string): Kind {
  if (mark.startsWith('\n')) return 'end'
  if (mark.startsWith('`')) return '`'
  return mark === '\\(' || mark === '\\)' || mark === '\\[' || mark === '\\]' || mark === '$' || mark === '$$'
    ? mark
    : 'other'
}

const closingOf = { '\\(': '\\)', '\\[': '\\]', $$: '$$' } as const
const isPaired = (kind: Kind): kind is keyof typeof closingOf => kind in closingOf

/** The next mark of a kind after each mark, in its paragraph; looked up from the end, so that hostile texts cost no more. */
function nextOf(all: readonly Mark[], kind: Kind): readonly (number | null)[] {
  const found: (number | null)[] = []
  let next: number | null = null
  for (let index = all.length - 1; index >= 0; index -= 1) {
    found[index] = next
    if (all[index]?.kind === 'end') next = null
    else if (all[index]?.kind === kind) next = index
  }
  return found
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

const hasContent = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** A Russian word between spaces stands in a sentence: «$5, а всего 10$». In a formula it would be inside `\text{…}`. */
const isProse = (text: string): boolean =>
  /(?:^|\s)\p{Script=Cyrillic}+\s/u.test(text.replaceAll(/\\(?:text|mathrm|operatorname|mbox)[a-z]*\s*\{[^{}]*\}/g, ''))

/** Whether the dollars at these places hold a formula: both touch it, on one line, and no price follows. */
function isInline(source: string, from: number, to: number): boolean {
  const inner = source.slice(from + 1, to)
  return (
    inner !== '' &&
    !/^\s|\s$|[\n`]/.test(inner) &&
    !/[\p{L}\p{N}]/u.test(source.charAt(from - 1)) &&
    !/[0-9A-Za-z]/.test(source.charAt(to + 1)) &&
    hasContent(inner) &&
    !isProse(inner)
  )
}

interface Span {
  from: number
  to: number
  closed: boolean
}

/** @param grows whether the block is still growing: its last formula may be open */
function spansOf(source: string, grows: boolean): Span[] {
  const all = Array.from(source.matchAll(marks), ({ 0: mark, index }): Mark => ({
    kind: kindOf(mark),
    at: index,
    length: mark.length
  })).filter(({ kind }) => kind !== 'other')
  const closings = { '\\(': nextOf(all, '\\)'), '\\[': nextOf(all, '\\]'), $$: nextOf(all, '$$') }
  const sameRun = nextSameRun(all)
  const lastEnd = all.findLastIndex(({ kind }) => kind === 'end')
  const spans: Span[] = []
  for (let index = 0; index < all.length; index += 1) {
    const { kind, at, length } = all[index]!
    if (kind === '`') {
      const close = sameRun[index]
      // Code of a list that has no end yet goes to the end of the block.
      if (close === undefined && length >= 3) break
      index = close ?? index
    } else if (kind === '$') {
      const close = all[index + 1]
      if (close?.kind === '$' && isInline(source, at, close.at)) {
        spans.push({ from: at, to: close.at + 1, closed: true })
        index += 1
      }
    } else if (isPaired(kind)) {
      const close = closings[kind][index]
      const end = close == null ? undefined : all[close]
      if (end && close != null && hasContent(source.slice(at + length, end.at))) {
        spans.push({ from: at, to: end.at + end.length, closed: true })
        index = close
      } else if (!end && grows && index > lastEnd) {
        spans.push({ from: at, to: source.length, closed: false })
        break
      }
    }
  }
  return spans
}

const nothing: readonly FoundFormula[] = []

/** Puts a mask of the same length over each formula. */
export function maskFormulas(source: string, grows = false): Masked {
  if (!/\$|\\[([]/.test(source) || reserved.test(source)) return { text: source, formulas: nothing }
  const spans = spansOf(source, grows)
    .filter(({ from, to }) => to - from >= 2)
    .slice(0, formulasMax)
  let text = ''
  let end = 0
  spans.forEach(({ from, to }, number) => {
    const cover = first + String.fromCharCode(numbersFrom + number)
    text += source.slice(end, from) + cover.padEnd(to - from, filler)
    end = to
  })
  return {
    text: text + source.slice(end),
    formulas: spans.map(({ from, to, closed }) => ({ source: source.slice(from, to), closed }))
  }
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

/** The formula between the delimiters, and whether it stands on lines of its own. */
export function readFormula(source: string): { tex: string; display: boolean } {
  const width = source.startsWith('$') && !source.startsWith('$$') ? 1 : 2
  // In a quote each line begins with its mark.
  const tex = source.slice(width, -width).replaceAll(/\n[ \t]*>[ \t>]*/g, '\n')
  return { tex: tex.trim(), display: source.startsWith('$$') || source.startsWith('\\[') }
}
