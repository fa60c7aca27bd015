// The text of messages as parts of a Word document. Answers are read by the parser that also draws them on the page, and
// only addresses that the page would open become links.
import { AlignmentType, ExternalHyperlink, type IRunOptions, LevelFormat, type ParagraphChild, TextRun } from 'docx'
import type { PhrasingContent } from 'mdast'
import { safeUrl } from '../markdown/elements.tsx'
import { readFormula } from '../markdown/formula-source.ts'

/** XML has no other control characters, and no halves of characters. */
export const clean = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

export const codeFont = 'Consolas'

type Style = Omit<IRunOptions, 'text' | 'children' | 'break'>

/** A text with its line breaks. */
export const runsOf = (text: string, style: Style = {}): TextRun[] =>
  clean(text)
    .split('\n')
    .map((line, index) => new TextRun({ ...style, text: line, ...(index > 0 && { break: 1 }) }))

export const linkStyle = { style: 'Hyperlink' }

export function linkRuns(address: string, children: ParagraphChild[]): ParagraphChild[] {
  const url = safeUrl(address)
  return url === null ? children : [new ExternalHyperlink({ link: url, children })]
}

/** Lines of a paragraph are joined as on the page. */
const joined = (text: string): string => text.replaceAll('\n', ' ')

export function inlineRuns(nodes: readonly PhrasingContent[], style: Style = {}): ParagraphChild[] {
  return nodes.flatMap((node): ParagraphChild[] => {
    switch (node.type) {
      case 'text':
        return runsOf(joined(node.value), style)
      case 'strong':
        return inlineRuns(node.children, { ...style, bold: true })
      case 'emphasis':
        return inlineRuns(node.children, { ...style, italics: true })
      case 'delete':
        return inlineRuns(node.children, { ...style, strike: true })
      case 'inlineCode':
        return runsOf(node.value, { ...style, font: codeFont })
      // A formula of Word would need a reader of TeX: its source says the same.
      case 'formula':
        return runsOf(joined(readFormula(node.value).tex), { ...style, font: codeFont })
      case 'footnoteMark':
        return [new TextRun({ ...style, text: clean(`[${node.value}]`), superScript: true })]
      case 'break':
        return [new TextRun({ ...style, text: '', break: 1 })]
      case 'link':
        return linkRuns(node.url, inlineRuns(node.children, { ...style, ...linkStyle }))
      case 'image':
        return linkRuns(node.url, runsOf(node.alt || 'изображение', { ...style, ...linkStyle }))
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

/** A document has nine levels of lists. */
export const levelMax = 8
export const numberedList = 'numbered'

/** The numbers of all numbered lists; each list counts for itself. */
export const numbering = {
  config: [
    {
      reference: numberedList,
      levels: Array.from({ length: levelMax + 1 }, (_, level) => ({
        level,
        format: LevelFormat.DECIMAL,
        text: `%${level + 1}.`,
        alignment: AlignmentType.START,
        style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } }
      }))
    }
  ]
}
