// Formulas and footnotes in the tree of a block. Both are markdown that the parser does not know, or knows only for whole texts.
import type { Literal } from 'mdast'
import type { Options } from 'react-markdown'
import { maskAddresses } from './bare-addresses.ts'
import { maskFormulas, unmask, type FoundFormula } from './formula-source.ts'

/** A formula as it was written, or the name of a footnote where its mark stands. */
interface Added<Type extends string> extends Literal {
  type: Type
}

// What is made of the tree has to handle them too.
declare module 'mdast' {
  interface PhrasingContentMap {
    formula: Added<'formula'>
    footnoteMark: Added<'footnoteMark'>
  }
}

interface Node {
  type: string
  value?: string
  children?: Node[] | undefined
  data?: object
  [field: string]: unknown
}

const written = (part: string | FoundFormula): string => (typeof part === 'string' ? part : part.source)

/** An element that `elements.tsx` draws: a formula from its source, a footnote's mark from its name. */
const elementOf = (name: 'code' | 'sup', text: string): Node => ({
  type: name === 'code' ? 'formula' : 'footnoteMark',
  value: text,
  data: {
    hName: name,
    hProperties: name === 'code' ? { className: ['formula'] } : {},
    hChildren: [{ type: 'text', value: text }]
  }
})

/** Which footnote a paragraph explains; undefined: none. */
export const footnoteOf = ({ data }: { data?: object | undefined }): string | undefined =>
  (data as { hProperties?: { dataFootnote?: string } })?.hProperties?.dataFootnote

const footnoteMark = /\[\^([^\]\s[^]{1,40})\](?!:)/g

function withMarks(text: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const { 0: mark, 1: name = '', index } of text.matchAll(footnoteMark)) {
    if (index > end) nodes.push({ type: 'text', value: text.slice(end, index) })
    nodes.push(elementOf('sup', name))
    end = index + mark.length
  }
  return end === text.length ? nodes : [...nodes, { type: 'text', value: text.slice(end) }]
}

/** An address as a link; inside a link it stays its text. */
const linkTo = (address: string, isInLink: boolean): Node =>
  isInLink
    ? { type: 'text', value: address }
    : {
        type: 'link',
        url: /^w/i.test(address) ? `http://${address}` : address,
        title: null,
        children: [{ type: 'text', value: address }]
      }

function partsOf(node: Node, formulas: readonly FoundFormula[], isInLink: boolean): Node[] {
  const parts = unmask(node.value ?? '', formulas)
  if (parts.length === 1 && typeof parts[0] === 'string' && !parts[0].includes('[^'))
    return [{ ...node, value: parts[0] }]
  return parts.flatMap((part) => {
    if (typeof part === 'string') return withMarks(part)
    if (part.isAddress) return [linkTo(part.source, isInLink)]
    return [part.closed ? elementOf('code', part.source) : { type: 'text', value: part.source }]
  })
}

/** Puts formulas and addresses back: as elements into text, as they were written into everything else. */
function putBack(node: Node, formulas: readonly FoundFormula[], isInLink = false) {
  for (const [field, value] of Object.entries(node))
    if (typeof value === 'string' && field !== 'type') node[field] = unmask(value, formulas).map(written).join('')
  node.children = node.children?.flatMap((child) => {
    const isLink = isInLink || node.type === 'link'
    if (child.type === 'text') return partsOf(child, formulas, isLink)
    putBack(child, formulas, isLink)
    return [child]
  })
}

const lineOfFootnote = /\n(?=\[\^[^\]\s[^]{1,40}\]:)/
const footnoteBegins = /^\[\^([^\]\s[^]{1,40})\]:[ \t]*/

/** Cuts a paragraph before each line that explains a footnote. */
function footnotesIn(paragraph: Node): Node[] {
  const found: Node[] = [{ ...paragraph, children: [] }]
  const keep = (child: Node) => found.at(-1)?.children?.push(child)
  paragraph.children?.forEach((child, index) => {
    if (child.type !== 'text') return keep(child)
    child.value?.split(lineOfFootnote).forEach((lines, line) => {
      const [mark = '', name] = (index + line > 0 && line === 0 ? null : footnoteBegins.exec(lines)) ?? []
      if (name !== undefined)
        found.push({ type: 'paragraph', data: { hProperties: { dataFootnote: name } }, children: [] })
      const value = lines.slice(mark.length)
      if (value !== '') keep({ type: 'text', value })
    })
  })
  return found.filter(({ children, data }) => data !== undefined || children?.length !== 0)
}

type Parse = (text: string, file: unknown) => Node

interface Growth {
  /** Whether the block still grows: then its last formula may have no end yet. */
  grows: boolean
}

function parseWithFormulas(this: object, { grows }: Growth) {
  const processor = this as { parser: Parse }
  const parse = processor.parser
  processor.parser = (text, file) => {
    const { text: maskedText, formulas } = maskAddresses(maskFormulas(text, grows))
    const tree = parse(maskedText, file)
    // Before the marks of footnotes are taken out of the texts.
    tree.children = tree.children?.flatMap((child) => (child.type === 'paragraph' ? footnotesIn(child) : [child]))
    putBack(tree, formulas)
    return tree
  }
}

export const formulaSyntax = (growth: Growth): NonNullable<Options['remarkPlugins']>[number] =>
  [parseWithFormulas, growth] as NonNullable<Options['remarkPlugins']>[number]
