// A text of an answer as the paragraphs that Word needs for it: formulas of their own lines, and what is between them.
import { AlignmentType, type IParagraphOptions, Math as Formula, Paragraph } from 'docx'
import type { PhrasingContent } from 'mdast'
import { DisplayedFormula, isDisplayed } from './docx-formula.ts'
import { inlineRuns, type OfAnswer, type Style } from './docx-text.ts'

interface Line {
  nodes: readonly PhrasingContent[]
  isFormula: boolean
}

type Around = Extract<PhrasingContent, { type: (typeof around)[number] }>
const around = ['strong', 'emphasis', 'delete', 'link'] as const
const isAround = (node: PhrasingContent): node is Around => around.some((type) => type === node.type)

const isGap = (node: PhrasingContent): boolean =>
  node.type === 'break' || (node.type === 'text' && node.value.trim() === '')

/** Without the spaces and line breaks around it. */
function trimmed(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const first = nodes.findIndex((node) => !isGap(node))
  const last = nodes.findLastIndex((node) => !isGap(node))
  return first === -1
    ? []
    : nodes.slice(first, last + 1).map((node, index, { length }) => {
        if (node.type !== 'text') return node
        const value = index === 0 ? node.value.trimStart() : node.value
        return { ...node, value: index === length - 1 ? value.trimEnd() : value }
      })
}

/** Cuts a text around its formulas. What is around a formula (bold, a link) is around each part. */
function linesOf(nodes: readonly PhrasingContent[]): Line[] {
  const lines: Line[] = []
  let text: PhrasingContent[] = []
  const endText = () => {
    if (text.length > 0) lines.push({ nodes: text, isFormula: false })
    text = []
  }
  for (const node of nodes) {
    const parts: Line[] = isAround(node)
      ? linesOf(node.children).map((line) => ({ ...line, nodes: [{ ...node, children: [...line.nodes] }] }))
      : [{ nodes: [node], isFormula: node.type === 'formula' && isDisplayed(node.value) }]
    if (!parts.some(({ isFormula }) => isFormula)) text.push(node)
    else
      for (const part of parts) {
        if (!part.isFormula) text.push(...part.nodes)
        else {
          endText()
          lines.push(part)
        }
      }
  }
  endText()
  if (!lines.some(({ isFormula }) => isFormula)) return lines
  return lines
    .map((line) => (line.isFormula ? line : { ...line, nodes: trimmed(line.nodes) }))
    .filter((line) => line.nodes.length > 0)
}

/** What differs from one paragraph of a text to another. */
interface OfParagraphs {
  /** Of all of them. */
  options: IParagraphOptions
  /** Of the first alone: the sign of a list, or the box of a task, which a formula stands beside. */
  first?: IParagraphOptions
}

/** The paragraphs of a text, one at least. */
export function paragraphsOf(
  nodes: readonly PhrasingContent[],
  answer: OfAnswer,
  style: Style,
  { options, first }: OfParagraphs
): Paragraph[] {
  const lines = linesOf(nodes)
  if (lines.length === 0) lines.push({ nodes: [], isFormula: false })
  return lines.map((line, index) => {
    const own = index === 0 ? first : undefined
    const before = own?.children ?? []
    const runs = inlineRuns(line.nodes, answer, style)
    const [only] = runs
    if (!line.isFormula || before.length > 0 || !(only instanceof Formula))
      return new Paragraph({ ...options, ...own, children: [...before, ...runs] })
    const alignment = own ? AlignmentType.LEFT : AlignmentType.CENTER
    return new DisplayedFormula(only, { ...options, ...own, alignment })
  })
}
