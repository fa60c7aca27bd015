// Closes what a text leaves open, so that what stands after it in a file is not taken for its code, its formula or its HTML.
import { maskFormulas } from '../markdown/formula-source.ts'
import { markerWidth } from '../markdown/markdown-lines.ts'
import { type Block, BlockSplitter } from '../markdown/split-blocks.ts'

/** What goes on over blank lines as HTML, up to what ends it: CommonMark 0.31, 4.6, the first five kinds. */
const html = [
  [/^ {0,3}<!--/, '-->'],
  [/^ {0,3}<\?/, '?>'],
  [/^ {0,3}<!\[CDATA\[/, ']]>'],
  [/^ {0,3}<![a-z]/i, '>'],
  [/^ {0,3}<script(?:[\s>]|$)/i, '</script>'],
  [/^ {0,3}<style(?:[\s>]|$)/i, '</style>'],
  [/^ {0,3}<pre(?:[\s>]|$)/i, '</pre>'],
  [/^ {0,3}<textarea(?:[\s>]|$)/i, '</textarea>']
] as const

function openHtml(blocks: readonly Block[]): string | undefined {
  let open: string | undefined
  for (const line of blocks.flatMap(({ source }) => source.split('\n'))) {
    open ??= html.find(([begin]) => begin.test(line))?.[1]
    if (open !== undefined && line.toLowerCase().includes(open.toLowerCase())) open = undefined
  }
  return open
}

/** The formula that a block does not end, outside lists and quotes, which end what is in them. */
function openFormula({ source }: Block): { sign: string; beginsLine: boolean } | null {
  const formula = maskFormulas(source.trimEnd(), true).formulas.at(-1)
  if (!formula || formula.closed || markerWidth(source.split('\n', 1)[0] ?? '') > 0) return null
  const before = source.trimEnd().slice(0, -formula.source.length)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/^ {0,3}>/.test(line)) return null
  const sign = { $$: '$$', '\\[': '\\]', '\\(': '\\)' }[formula.source.slice(0, 2)]
  return sign === undefined ? null : { sign, beginsLine: line.trim() === '' }
}

/** What ends the open formula of these blocks. Dollars on lines of their own go on over blank lines in many programs. */
function formulaEnd(blocks: readonly Block[]): string {
  const open = blocks.map(openFormula)
  const dollars = open.filter((one) => one?.sign === '$$' && one.beginsLine)
  if (dollars.length % 2 === 1) return '\n$$'
  const last = open.at(-1)
  return !last || dollars.includes(last) ? '' : `${last.beginsLine ? '\n' : ''}${last.sign}`
}

/** @param text without blank lines at its end */
export function closedMarkdown(text: string): string {
  const splitter = new BlockSplitter()
  splitter.feed(`${text}\n`)
  const fence = splitter.openFence
  if (fence) return `${text}\n${fence.marker.repeat(fence.length)}`
  splitter.finish()
  const blocks = splitter.closed.filter(({ kind }) => kind === 'markdown')
  const end = openHtml(blocks)
  return text + (end === undefined ? formulaEnd(blocks) : `\n${end}`)
}
