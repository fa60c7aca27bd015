import { promptOf } from '#contract/answers.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { drawnSource } from '../markdown/answer-markdown.tsx'
import { sectionsOf } from '../markdown/answer-sections.ts'
import { maskFormulas } from '../markdown/formula-source.ts'
import { markerWidth, type Block, BlockSplitter } from '../markdown/split-blocks.ts'
import { authorOf, fileLine, type SavedChat, type SavedMessage } from './saved-chat.ts'

/** In one line, and without the marks that Markdown would take for its own. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&')

function bodyOf({ content, isCut = false, files, sources }: SavedMessage): string {
  const named = files.map((name) => plain(fileLine(name)))
  const list = sources.map(
    ({ url, title }, index) => `${index + 1}. [${plain(title)}](<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`
  )
  return [
    ...named,
    closedMarkdown(isCut ? withoutBegun(promptOf(content)) : promptOf(content)),
    ...(list.length > 0 ? [`**Источники**\n\n${list.join('\n')}`] : [])
  ].join('\n\n')
}

/** Questions as they were typed, answers in the Markdown of the model with the list of their sources; what a message leaves open is closed. */
export function markdownOf({ title, savedAt, messages }: SavedChat): string {
  const parts = messages.map(
    (message) => `**${plain(authorOf(message))}** · ${formatDateTime(message.at)}\n\n${bodyOf(message)}`
  )
  return `${[`# ${plain(title)}\n\nСохранено ${formatDateTime(savedAt)}`, ...parts].join('\n\n---\n\n')}\n`
}

/** Times are ISO 8601. */
export const jsonOf = ({ title, savedAt, messages }: SavedChat): string =>
  `${JSON.stringify(
    {
      title,
      saved_at: new Date(savedAt).toISOString(),
      messages: messages.map(({ role, content, model, at, files, sources, thinking }) => ({
        role,
        ...(model !== null && { model }),
        created_at: new Date(at).toISOString(),
        content,
        ...(files.length > 0 && { files }),
        ...(thinking && { thinking }),
        ...(sources.length > 0 && { sources })
      }))
    },
    null,
    2
  )}\n`

// Closes what a text leaves open, so that what stands after it in a file is not taken for its code, its formula or its HTML.

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

/** What has come of an answer that has no end, without the marks that its last line leaves open. */
function withoutBegun(text: string): string {
  const last = sectionsOf(text, true).at(-1)?.at(-1)
  const source = last?.isCut && last.source.trimEnd()
  return source && text.endsWith(source) ? text.slice(0, -source.length) + drawnSource(last) : text
}

/** @param text without blank lines at its end */
function closedMarkdown(text: string): string {
  const splitter = new BlockSplitter()
  splitter.feed(`${text}\n`)
  const fence = splitter.openFence
  if (fence) return `${text}\n${fence.marker.repeat(fence.length)}`
  splitter.finish()
  const blocks = splitter.closed.filter(({ kind }) => kind === 'markdown')
  const end = openHtml(blocks)
  return text + (end === undefined ? formulaEnd(blocks) : `\n${end}`)
}
