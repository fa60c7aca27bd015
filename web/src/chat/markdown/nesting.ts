// Bounds how deep the parts of an answer lie in each other. A text of a few kilobytes can nest thousands of quotes, lists or
// marks; drawing them takes a page seconds, and reading them too, because the parser's work grows with the square.
import type { Options } from 'react-markdown'

interface Node {
  type: string
  value?: string
  /** Of the columns of a table. */
  align?: readonly unknown[]
  children?: Node[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/** Parts inside parts that are drawn. A list and its item are two. Answers of models have ten at most. */
const drawnMax = 40

/** Parts that only certain others can hold, so that text cannot take their place. */
const inseparable = new Set(['listItem', 'tableRow', 'tableCell', 'paragraph'])
const phrasing = new Set(['emphasis', 'strong', 'delete', 'link'])

/** Cells of a table, counted as if each row had all. */
const cellsMax = 5000

/** Whether far most cells of a large table would be empty ones: short rows are filled up, so that a few kilobytes could become millions. */
export function isMostlyEmpty(rows: readonly { children?: readonly unknown[] }[], columns: number): boolean {
  const filledUp = columns * rows.length
  return filledUp > cellsMax && filledUp > 4 * rows.reduce((sum, row) => sum + (row.children?.length ?? 0), 0)
}

/** What stands in the source in place of this part; a link that was found in a text has no place, and only its address. */
function plainOf({ type, position, children }: Node, source: string): Node {
  const value = position ? source.slice(position.start.offset, position.end.offset) : (children?.[0]?.value ?? '')
  const text = { type: 'text', value }
  return phrasing.has(type) ? text : { type: 'paragraph', children: [text] }
}

function cut(parent: Node, depth: number, source: string) {
  parent.children?.forEach((child, index, children) => {
    if (!child.children) return
    // Only with it are rows filled up.
    if (child.align && isMostlyEmpty(child.children, child.align.length)) delete child.align
    if (depth >= drawnMax && !inseparable.has(child.type)) children[index] = plainOf(child, source)
    else cut(child, depth + 1, source)
  })
}

/** Parts that lie too deep become the plain text that the model wrote. */
export const boundedDepth: NonNullable<Options['remarkPlugins']>[number] = () => (tree, file) =>
  cut(tree, 0, String(file))

/** Columns before the text of a line that are taken by indentation and by the marks of quotes and lists. */
const marksMax = 200
const mark = /[ \t]*(?:>|[-+*](?![^ \t])|\d{1,9}[.)](?![^ \t]))/y

function columnsOfMarks(line: string): number {
  mark.lastIndex = 0
  let end = 0
  while (mark.test(line)) end = mark.lastIndex
  const tabs = line.slice(0, end).split('\t').length - 1
  return end + 3 * tabs
}

/** Marks of emphasis, and brackets, that may be open at once. */
const openMax = 200
const openings = /(?<![\p{L}\p{N}*_~])([*_~]+)(?![\s*_~])|\[/gu
const closings = /(?<![\s*_~])([*_~]+)(?![\p{L}\p{N}*_~])|\]/gu

/** How many of each are open at most, where a closing one closes the last. Marks inside a word nest no further than two. */
function openAtMost(source: string): number {
  const steps = [
    ...Array.from(source.matchAll(openings), ({ index, 0: sign }) => ({ index, sign, by: sign.length })),
    ...Array.from(source.matchAll(closings), ({ index, 0: sign }) => ({ index, sign, by: -sign.length }))
  ].toSorted((one, other) => one.index - other.index || other.by - one.by)
  const open = new Map<string, number>()
  let most = 0
  for (const { sign, by } of steps) {
    const kind = sign.charAt(0).replace(']', '[')
    const now = Math.max(0, (open.get(kind) ?? 0) + by)
    open.set(kind, now)
    most = Math.max(most, now)
  }
  return most
}

/** Marks of emphasis in a block, which is a few thousand characters long as a rule. The parser compares each with those before it. */
const runsMax = 3000
const runs = /[*_~]+/g

/** Whether the text nests so deep, or has so many marks, that even reading it would hold up the page. */
export const nestsTooDeep = (source: string): boolean =>
  (source.match(runs)?.length ?? 0) > runsMax ||
  openAtMost(source) > openMax ||
  source.split('\n').some((line) => columnsOfMarks(line) > marksMax)
