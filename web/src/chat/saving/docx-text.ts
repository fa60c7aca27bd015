// The text of messages as parts of a Word document. Answers are read by the parser that also draws them on the page, and
// only addresses that the page would open become links.
import { ExternalHyperlink, type IRunOptions, type ParagraphChild, ShadingType, Tab, TextRun } from 'docx'
import type { PhrasingContent } from 'mdast'
import { safeUrl } from '../markdown/elements.tsx'
import { formulaPart, isDisplayed } from './docx-formula.ts'

/** XML has no other control characters, and no halves of characters. */
export const clean = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

export type Style = Omit<IRunOptions, 'text' | 'children' | 'break'>

export const grey = { type: ShadingType.CLEAR, color: 'auto', fill: 'F2F1EE' }
/** Is not checked for spelling. */
const codeStyle: Style = { font: 'Consolas', noProof: true }
const inlineCodeStyle: Style = { ...codeStyle, size: 20, shading: grey }
const linkStyle: Style = { style: 'Hyperlink' }

/** Letters of Hebrew, Arabic and their neighbours. */
const rightToLeft = String.raw`\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}`
const isRightToLeft = new RegExp(`[${rightToLeft}]`, 'u')
/** Such letters, and what stands between them. */
const directions = new RegExp(String.raw`([${rightToLeft}][${rightToLeft}\P{L}]*)`, 'u')

/** Whether a text is written from the right: its first letter decides, as on a page. */
export const beginsRight = (text: string): boolean => isRightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '')

/** Word has to be told which letters go from right to left. */
const lineRuns = (line: string, style: Style, breaks: number): TextRun[] =>
  isRightToLeft.test(line)
    ? line
        .split(directions)
        .map((text) => new TextRun({ ...style, text, ...(isRightToLeft.test(text) && { rightToLeft: true }) }))
        .toSpliced(0, 0, ...(breaks > 0 ? [new TextRun({ ...style, break: breaks })] : []))
    : [new TextRun({ ...style, text: line, ...(breaks > 0 && { break: breaks }) })]

/** A text with its line breaks. */
export const runsOf = (text: string, style: Style = {}): TextRun[] =>
  clean(text)
    .split('\n')
    .flatMap((line, index) => lineRuns(line, style, index === 0 ? 0 : 1))

const tabWidth = 4

/** A line with spaces in place of tabs, which Word would put elsewhere. */
function withoutTabs(line: string): string {
  const [first = '', ...rest] = line.split('\t')
  return rest.reduce((text, part) => text + ' '.repeat(tabWidth - (text.length % tabWidth)) + part, first)
}

/** The lines of a code, with all their spaces. */
export const codeRuns = (code: string): TextRun[] =>
  clean(code)
    .split('\n')
    .map((line, index) => new TextRun({ ...codeStyle, text: withoutTabs(line), ...(index > 0 && { break: 1 }) }))

export const boxRuns = (isChecked: boolean): TextRun[] => [
  new TextRun({ children: [isChecked ? '☑' : '☐', new Tab()] })
]

/** A link, and plain words where the page has none. @param runs the words, in a style */
export function linkRuns(address: string, style: Style, runs: (style: Style) => ParagraphChild[]): ParagraphChild[] {
  const link = safeUrl(address)
  return link === null ? runs(style) : [new ExternalHyperlink({ link, children: runs({ ...style, ...linkStyle }) })]
}

/** What an answer has besides its text. */
export interface OfAnswer {
  /** The numbers of its sources, by their addresses. */
  numbers: ReadonlyMap<string, number>
  /** The names of the footnotes that it explains, between spaces. */
  footnotes: string
}

/** Lines of a paragraph are joined as on the page. */
const joined = (text: string): string => text.replaceAll('\n', ' ')

/** A formula, or its source, which keeps its lines if it stands on lines of its own. */
function formulaOf(source: string, style: Style): ParagraphChild[] {
  const formula = formulaPart(source)
  return formula ? [formula] : runsOf(isDisplayed(source) ? source : joined(source), style)
}

export function inlineRuns(nodes: readonly PhrasingContent[], answer: OfAnswer, style: Style = {}): ParagraphChild[] {
  return nodes.flatMap((node): ParagraphChild[] => {
    switch (node.type) {
      case 'text':
        return runsOf(joined(node.value), style)
      case 'strong':
        return inlineRuns(node.children, answer, { ...style, bold: true })
      case 'emphasis':
        return inlineRuns(node.children, answer, { ...style, italics: true })
      case 'delete':
        return inlineRuns(node.children, answer, { ...style, strike: true })
      case 'inlineCode':
        return runsOf(node.value, { ...style, ...inlineCodeStyle })
      case 'formula':
        return formulaOf(node.value, { ...style, ...codeStyle })
      case 'footnoteMark':
        return answer.footnotes.includes(` ${node.value} `)
          ? [new TextRun({ ...style, text: clean(`[${node.value}]`), superScript: true })]
          : runsOf(`[^${node.value}]`, style)
      case 'break':
        return [new TextRun({ ...style, text: '', break: 1 })]
      case 'link': {
        const number = answer.numbers.get(safeUrl(node.url) ?? '')
        return linkRuns(node.url, style, (inLink) =>
          number === undefined ? inlineRuns(node.children, answer, inLink) : runsOf(`[${number}]`, inLink)
        )
      }
      case 'image':
        return linkRuns(node.url, style, (inLink) => runsOf(node.alt || 'изображение', inLink))
      // The parser makes none of these: they are switched off.
      case 'html':
      case 'footnoteReference':
      case 'imageReference':
      case 'linkReference':
        return 'value' in node ? runsOf(node.value, style) : []
      default:
        return node satisfies never
    }
  })
}

/** The words of a text, without their marks. @param without types of parts that are left out */
export const wordsOf = (nodes: readonly Words[], without: readonly string[] = []): string =>
  nodes
    .filter(({ type }) => !without.includes(type))
    .map(({ children, value, alt }) => (children ? wordsOf(children, without) : (value ?? alt ?? ' ')))
    .join('')

/** Whether a part of an answer is written from the right. Code and formulas do not decide it, as on the page. */
export const isFromRight = (nodes: readonly Words[]): boolean =>
  beginsRight(wordsOf(nodes, ['code', 'inlineCode', 'formula']))

/** Every part of an answer. */
export interface Words {
  type: string
  children?: readonly Words[] | undefined
  value?: string
  alt?: string | null | undefined
}
