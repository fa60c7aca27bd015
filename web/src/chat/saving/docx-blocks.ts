// Blocks of Markdown as paragraphs and tables of a Word document.
import {
  BorderStyle,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType
} from 'docx'
import type { AnswerSource } from '#contract/answer-sources.ts'
import type { BlockContent, DefinitionContent, List, Root, RootContent, Table as TableNode } from 'mdast'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { answerSyntax } from '../markdown/answer-markdown.tsx'
import { sectionsOf } from '../markdown/answer-sections.ts'
import { footnoteOf } from '../markdown/formula-syntax.ts'
import { nestsTooDeep } from '../markdown/nesting.ts'
import type { Block } from '../markdown/split-blocks.ts'
import { clean, codeFont, inlineRuns, levelMax, linkRuns, linkStyle, numberedList, runsOf } from './docx-text.ts'

export type Part = Paragraph | Table

/** The title of the document is the first, the authors of messages the second. */
const headings = [HeadingLevel.HEADING_3, HeadingLevel.HEADING_4, HeadingLevel.HEADING_5, HeadingLevel.HEADING_6]

const grey = { type: ShadingType.CLEAR, color: 'auto', fill: 'F2F1EE' }

const codePart = (code: string): Paragraph =>
  new Paragraph({
    children: runsOf(code, { font: codeFont, size: 19 }),
    shading: grey,
    spacing: { before: 80, after: 160 }
  })

const after = { after: 120 }

const footnoteStyle = { size: 19 }

/** Where a block stands: in lists so deep, in so many quotes. */
interface Place {
  level: number
  quotes: number
  /** Numbers the lists of the document. */
  lists: { count: number }
}

const indentOf = ({ level, quotes }: Place): Pick<IParagraphOptions, 'indent' | 'border'> => {
  const left = 720 * (level + 1) + 360 * quotes
  if (left === 0) return {}
  const bar = { style: BorderStyle.SINGLE, size: 12, space: 8, color: 'C9C5BD' }
  return { indent: { left }, ...(quotes > 0 && { border: { left: bar } }) }
}

const checked = { true: '☑ ', false: '☐ ' }

function listParts(list: List, place: Place): Part[] {
  const level = Math.min(place.level + 1, levelMax)
  const instance = (place.lists.count += 1)
  const sign = list.ordered ? { numbering: { reference: numberedList, level, instance } } : { bullet: { level } }
  return list.children.flatMap((item) => {
    const [first, ...rest] = item.children
    const box = typeof item.checked === 'boolean' ? [new TextRun(checked[`${item.checked}`])] : []
    const begins = first?.type === 'paragraph'
    const head = new Paragraph({ ...sign, children: [...box, ...(begins ? inlineRuns(first.children) : [])] })
    const inner = begins ? rest : item.children
    return [head, ...inner.flatMap((block) => blockParts(block, { ...place, level }))]
  })
}

const cellWidth = { size: 100, type: WidthType.PERCENTAGE }

const tablePart = ({ children }: TableNode): Table =>
  new Table({
    width: cellWidth,
    rows: children.map(
      (row, index) =>
        new TableRow({
          tableHeader: index === 0,
          children: row.children.map(
            (cell) =>
              new TableCell({
                children: [new Paragraph({ children: inlineRuns(cell.children, { bold: index === 0 }) })],
                margins: { top: 60, bottom: 60, left: 100, right: 100 },
                ...(index === 0 && { shading: grey })
              })
          )
        })
    )
  })

type Written = Extract<BlockContent, { type: (typeof written)[number] }>
const written = ['paragraph', 'heading', 'list', 'blockquote', 'code', 'table', 'thematicBreak'] as const
const isBlock = (node: RootContent | BlockContent | DefinitionContent): node is Written =>
  written.some((type) => type === node.type)

/** What the page does not draw is not written. */
function blockParts(node: RootContent | BlockContent | DefinitionContent, place: Place): Part[] {
  if (!isBlock(node)) return []
  switch (node.type) {
    case 'paragraph':
      return [new Paragraph({ children: inlineRuns(node.children), spacing: after, ...indentOf(place) })]
    case 'heading': {
      const heading = headings[Math.min(node.depth, headings.length) - 1]
      return [new Paragraph({ children: inlineRuns(node.children), ...(heading && { heading }) })]
    }
    case 'list':
      return listParts(node, place)
    case 'blockquote':
      return node.children.flatMap((inner) => blockParts(inner, { ...place, quotes: place.quotes + 1 }))
    case 'code':
      return [codePart(node.value)]
    case 'table':
      // Two tables in a row would become one.
      return [tablePart(node), new Paragraph({})]
    case 'thematicBreak':
      return [new Paragraph({ thematicBreak: true })]
    default:
      return node satisfies never
  }
}

const parser = unified()
  .use(remarkParse)
  .use(answerSyntax ?? [])

/** What explains a footnote, with its name before it. */
const footnotePart = (name: string, node: RootContent): Part =>
  new Paragraph({
    children: [
      ...runsOf(`[${name}] `, footnoteStyle),
      ...(node.type === 'paragraph' ? inlineRuns(node.children, footnoteStyle) : [])
    ],
    spacing: { after: 60 }
  })

/** @param document counts its lists, and takes the explanations of footnotes, which come last */
function partsOfBlock({ kind, source }: Block, document: { lists: Place['lists']; footnotes: Part[] }): Part[] {
  const { lists, footnotes } = document
  if (kind === 'code') return [codePart(source)]
  if (nestsTooDeep(source)) return [new Paragraph({ children: runsOf(source), spacing: after })]
  const tree = parser.runSync(parser.parse(source), source) as Root
  return tree.children.flatMap((node) => {
    const footnote = footnoteOf(node)
    if (footnote === undefined) return blockParts(node, { level: -1, quotes: 0, lists })
    footnotes.push(footnotePart(footnote, node))
    return []
  })
}

/** The text of an answer. @param lists counts the lists of the whole document */
export function markdownParts(text: string, lists: Place['lists']): Part[] {
  const footnotes: Part[] = []
  const parts = sectionsOf(clean(text))
    .flat()
    .flatMap((block) => partsOfBlock(block, { lists, footnotes }))
  return [...parts, ...footnotes]
}

/** The pages that an answer names. */
export const sourceParts = (sources: readonly AnswerSource[]): Part[] =>
  sources.length === 0
    ? []
    : [
        new Paragraph({ children: runsOf('Источники', { bold: true }), spacing: { before: 80 } }),
        ...sources.map(
          ({ url, title }, index) =>
            new Paragraph({ children: [...runsOf(`${index + 1}. `), ...linkRuns(url, runsOf(title, linkStyle))] })
        )
      ]

/** A text as it was typed. */
export const plainParts = (text: string): Part[] => [new Paragraph({ children: runsOf(text), spacing: after })]
