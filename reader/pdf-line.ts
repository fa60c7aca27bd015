// Joins the pieces of text that pdf.js finds on a page to lines, in reading order.
import { DrawnTexts, type TextItem } from './pdf-drawn.ts'
import type { Lines } from './lines.ts'

/** The smallest gap between cells instead of words, in heights of letters. */
const cellGapMin = 1.5
/** The largest difference between equal gaps, in points. */
const gapDifferenceMax = 1
/** The most pieces of one line; longer ones are not real lines. */
const piecesMax = 10_000

const isSpace = ({ str }: TextItem): boolean => str.trim() === ''
const isRightToLeft = ({ dir }: TextItem): boolean => dir === 'rtl'
const isLeftToRight = (item: TextItem): boolean => !isRightToLeft(item) && /[\p{L}\p{N}]/u.test(item.str)

/** How far behind the begin of a piece another begins, in the direction of the line. */
function distance({ transform: [cos = 0, sin = 0, , , x = 0, y = 0] }: TextItem, { transform }: TextItem): number {
  const [otherX = 0, otherY = 0] = transform.slice(4)
  return ((otherX - x) * cos + (otherY - y) * sin) / (Math.hypot(cos, sin) || 1)
}

/** How wide the space between two pieces is, in points. */
function gapBetween(before: TextItem | undefined, after: TextItem | undefined): number {
  if (!before || !after) return 0
  const apart = distance(before, after)
  return apart > 0 ? apart - before.width : -apart - after.width
}

/** Whether all gaps of a line are alike: words between straight margins, and no cells of a table. */
function isStretched(line: readonly TextItem[], gaps: readonly number[]): boolean {
  const isOfWords = line.every((item) => isSpace(item) || !/\s/.test(item.str))
  const inside = gaps.slice(1, -1).filter((gap) => gap > 0)
  return isOfWords && inside.length > 1 && Math.max(...inside) - Math.min(...inside) < gapDifferenceMax
}

/** Pieces, or groups of pieces that are read from left to right. */
function runsOf(line: readonly TextItem[]): TextItem[][] {
  const runs: TextItem[][] = []
  for (const item of line) {
    const run = runs.at(-1)
    const goesOn = run?.[0] && isLeftToRight(run[0])
    if (goesOn && (isLeftToRight(item) || isSpace(item))) {
      run.push(item)
      continue
    }
    const last = run?.at(-1)
    if (goesOn && last && isSpace(last)) runs.push(run.splice(-1))
    runs.push([item])
  }
  return runs
}

/** The pieces of a line of Hebrew or Arabic, which most programs draw from left to right, as numbers in it are read. */
function readingOrder(line: readonly TextItem[]): readonly TextItem[] {
  const rightToLeft = line.filter(isRightToLeft)
  const [first] = rightToLeft
  const last = rightToLeft.at(-1)
  const isDrawnBackwards = first && last && distance(first, last) > 0
  if (!isDrawnBackwards || rightToLeft.length < line.filter(isLeftToRight).length) return line
  return runsOf(line).toReversed().flat()
}

/** Replaces Arabic presentation forms, which depend on the place in a word, by the letters themselves. */
const plainLetters = (text: string): string =>
  text.replaceAll(/[\uFB50-\uFDFF\uFE70-\uFEFC]/g, (sign) => sign.normalize('NFKC'))

/** The pieces of a line as they were drawn, with a tab between cells of a table. */
function withTabs(line: readonly TextItem[]): readonly TextItem[] {
  const gaps = line.map((item, index) => (isSpace(item) ? gapBetween(line[index - 1], line[index + 1]) : 0))
  if (isStretched(line, gaps)) return line
  return line.map((item, index) =>
    (gaps[index] ?? 0) > cellGapMin * (line[index - 1]?.height ?? 0) ? { ...item, str: '\t' } : item
  )
}

const textOf = (line: readonly TextItem[]): string =>
  plainLetters(
    readingOrder(withTabs(line))
      .map(({ str }) => str)
      .join('')
  )

/** The text of one page. */
export class PageText {
  readonly drawn = new DrawnTexts()
  readonly #lines: Lines
  readonly #line: TextItem[] = []
  /** A hyphen and the end of its line, until it is known whether its word goes on. */
  #hyphen = ''

  constructor(lines: Lines) {
    this.#lines = lines
  }

  /** @throws TooLong */
  add(item: TextItem): void {
    // A page draws a text twice for a shadow, or to make it bold.
    if (item.str !== '' && !this.drawn.add(item)) this.#line.push(item)
    if (item.hasEOL || this.#line.length >= piecesMax) this.#endLine(item.hasEOL ? '\n' : '')
  }

  /** @throws TooLong */
  end(): void {
    this.#endLine('')
    this.#lines.add(this.#hyphen)
    this.#lines.endParagraph({ isInCell: false })
  }

  #endLine(end: string): void {
    const text = textOf(this.#line.splice(0))
    if (text === '') return this.#lines.add(end)
    if (!/^\p{Ll}/u.test(text)) this.#lines.add(this.#hyphen)
    this.#hyphen = ''
    // Programs write these hyphens only where they divide a word; `-` may belong to the word itself.
    const undivided = end === '' ? text : text.replace(/[\u00AD\u2010]$/, '')
    if (undivided === text) return this.#lines.add(text + end)
    this.#hyphen = text.slice(-1) + end
    this.#lines.add(undivided)
  }
}
