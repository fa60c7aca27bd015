// Blocks of Markdown as paragraphs and tables of a Word document.
import { BorderStyle, HeadingLevel, Paragraph, type Table } from 'docx'
import type { AnswerSource } from '#contract/answer-sources.ts'
import { parsedUrl } from '#contract/parsed-url.ts'
import type {
  BlockContent,
  DefinitionContent,
  List,
  ListItem,
  Paragraph as Text,
  PhrasingContent,
  Root,
  RootContent
} from 'mdast'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { answerSyntax, drawnSource } from '../markdown/answer-markdown.tsx'
import { sectionsOf } from '../markdown/answer-sections.ts'
import { namesOfFootnotes } from '../markdown/footnotes.tsx'
import { footnoteOf } from '../markdown/formula-syntax.ts'
import { nestsTooDeep } from '../markdown/nesting.ts'
import { numbersOf } from '../markdown/source-numbers.ts'
import type { Block } from '../markdown/split-blocks.ts'
import { paragraphsOf } from './docx-lines.ts'
import { inside, type Place, standing, styleOf } from './docx-place.ts'
import { faint, hanging, levelMax, type Lists } from './docx-styles.ts'
import { tableParts } from './docx-table.ts'
import {
  beginsRight,
  boxRuns,
  clean,
  codeRuns,
  grey,
  inlineRuns,
  isFromRight,
  linkRuns,
  type OfAnswer,
  runsOf,
  type Style,
  wordsOf
} from './docx-text.ts'
import type { SavedMessage } from './saved-chat.ts'

export type Part = Paragraph | Table

/** The title of the document is the first, the authors of messages the second. */
const headings = [HeadingLevel.HEADING_3, HeadingLevel.HEADING_4, HeadingLevel.HEADING_5, HeadingLevel.HEADING_6]

const after = { after: 120 }
const footnoteStyle: Style = { size: 19, color: faint }

const rule = { style: BorderStyle.SINGLE, size: 6, space: 1, color: 'C9C5BD' }

/** Code goes from left to right everywhere. */
const codePart = (code: string, place: Place | null): Paragraph =>
  new Paragraph({
    children: codeRuns(code),
    ...(place && standing(place, false)),
    shading: grey,
    spacing: { before: 80, after: 160 }
  })

/** One that stands in a quote has its bar as well, in the same list of borders. */
function rulePart(place: Place): Paragraph {
  const { border, ...rest } = standing(place)
  return new Paragraph({ ...rest, border: { ...border, bottom: rule }, spacing: { before: 120, after: 240 } })
}

const textParts = ({ children }: Text, place: Place): Paragraph[] =>
  paragraphsOf(children, place.answer, styleOf(place), {
    options: { ...standing(place, place.isRight ?? isFromRight(children)), spacing: after }
  })

function itemParts(item: ListItem, sign: ReturnType<Lists['next']>, place: Place): Part[] {
  const [first, ...rest] = item.children
  const begins = first?.type === 'paragraph'
  const texts: readonly PhrasingContent[] = begins ? first.children : []
  const spacing = { after: item.spread ? 120 : 50 }
  const head = paragraphsOf(texts, place.answer, styleOf(place), {
    options: { ...standing(place), spacing },
    first: {
      ...standing(place, place.isRight, hanging),
      // A task has its box in place of a number.
      ...(typeof item.checked === 'boolean'
        ? { children: boxRuns(item.checked) }
        : { numbering: { ...sign, level: place.level } })
    }
  })
  return [...head, ...(begins ? rest : item.children).flatMap((block) => blockParts(block, place))]
}

function listParts(list: List, place: Place): Part[] {
  const inner = { ...inside(place, list.children), level: Math.min(place.level + 1, levelMax) }
  const sign = place.lists.next(list.ordered ? (list.start ?? 1) : null)
  return list.children.flatMap((item) => itemParts(item, sign, inner))
}

type Written = Extract<BlockContent, { type: (typeof written)[number] }>
const written = ['paragraph', 'heading', 'list', 'blockquote', 'code', 'table', 'thematicBreak'] as const
const isBlock = (node: RootContent | BlockContent | DefinitionContent): node is Written =>
  written.some((type) => type === node.type)

/** What the page does not draw is not written. */
function blockParts(node: RootContent | BlockContent | DefinitionContent, place: Place): Part[] {
  if (!isBlock(node)) return []
  switch (node.type) {
    case 'paragraph':
      return textParts(node, place)
    case 'heading': {
      if (wordsOf(node.children).trim() === '') return []
      const heading = headings[Math.min(node.depth, headings.length) - 1]
      const children = inlineRuns(node.children, place.answer)
      const direction = place.isRight ?? isFromRight(node.children)
      return [new Paragraph({ children, ...standing(place, direction), ...(heading && { heading }) })]
    }
    case 'list':
      return listParts(node, place)
    case 'blockquote': {
      const inner = { ...inside(place, node.children), quotes: place.quotes + 1 }
      return node.children.flatMap((block) => blockParts(block, inner))
    }
    case 'code':
      return [codePart(node.value, place)]
    case 'table':
      return tableParts(node, place)
    case 'thematicBreak':
      return [rulePart(place)]
    default:
      return node satisfies never
  }
}

const parser = unified()
  .use(remarkParse)
  .use(answerSyntax ?? [])

/** What explains a footnote, with its name before it. */
const footnotePart = (name: string, node: RootContent, answer: OfAnswer): Part =>
  new Paragraph({
    children: [
      ...runsOf(`[${name}] `, footnoteStyle),
      ...(node.type === 'paragraph' ? inlineRuns(node.children, answer, footnoteStyle) : [])
    ],
    ...(isFromRight('children' in node ? node.children : []) && { bidirectional: true }),
    spacing: { after: 60 }
  })

/** @param footnotes takes the explanations of footnotes, which come last */
function partsOfBlock(block: Block, place: Place, footnotes: Part[]): Part[] {
  if (block.kind === 'code') return [codePart(block.source, null)]
  const source = drawnSource(block)
  if (nestsTooDeep(source)) return [new Paragraph({ children: runsOf(source), spacing: after })]
  const tree = parser.runSync(parser.parse(source), source) as Root
  return tree.children.flatMap((node) => {
    const footnote = footnoteOf(node)
    if (footnote === undefined) return blockParts(node, place)
    footnotes.push(footnotePart(footnote, node, place.answer))
    return []
  })
}

/** The text of an answer, block by block. @param lists of the whole document */
export function* markdownParts({ content, sources, isCut }: SavedMessage, lists: Lists): Generator<Part[]> {
  const sections = sectionsOf(clean(content), isCut)
  const answer = { numbers: numbersOf(sources), footnotes: namesOfFootnotes(sections) }
  const footnotes: Part[] = []
  for (const block of sections.flat()) yield partsOfBlock(block, { level: -1, quotes: 0, answer, lists }, footnotes)
  yield footnotes
}

const siteOf = (url: string): string => (parsedUrl(url)?.hostname ?? '').replace(/^www\./, '')

/** The pages that an answer names. */
export function sourceParts(sources: readonly AnswerSource[], lists: Lists): Part[] {
  if (sources.length === 0) return []
  const numbering = { ...lists.next(1), level: 0 }
  return [
    new Paragraph({
      children: runsOf('Источники', { bold: true }),
      spacing: { before: 120, after: 60 },
      keepNext: true
    }),
    ...sources.map(
      ({ url, title }) =>
        new Paragraph({
          children: [
            ...linkRuns(url, {}, (inLink) => runsOf(title, inLink)),
            ...(siteOf(url) === title ? [] : runsOf(` · ${siteOf(url)}`, { color: faint }))
          ],
          numbering,
          spacing: { after: 40 }
        })
    )
  ]
}

/** A text as it was typed: each of its lines has a direction of its own. */
export const plainParts = (text: string): Part[] =>
  clean(text)
    .split(/\n{2,}/)
    .map(
      (part) =>
        new Paragraph({ children: runsOf(part), spacing: after, ...(beginsRight(part) && { bidirectional: true }) })
    )
