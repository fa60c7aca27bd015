// A conversation as the Word document that is made of it, read as XML.
import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import { docxOf } from '../../../web/src/chat/saving/docx-file.ts'
import type { SavedChat, SavedMessage } from '../../../web/src/chat/saving/saved-chat.ts'

const at = Date.UTC(2026, 10, 22, 9, 30)
export const message = (
  role: 'user' | 'assistant',
  content: string,
  more: Partial<SavedMessage> = {}
): SavedMessage => ({
  role,
  content,
  model: role === 'user' ? null : 'GPT-4o',
  at,
  files: [],
  sources: [],
  thinking: null,
  ...more
})
export const answer = (content: string, more: Partial<SavedMessage> = {}) => message('assistant', content, more)

export const w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const parse = (xml: string): Document => {
  const parsed = new DOMParser().parseFromString(xml, 'application/xml')
  expect(parsed.querySelector('parsererror')).toBeNull()
  return parsed
}
export const within = (place: Document | Element, name: string): Element[] => [...place.getElementsByTagNameNS(w, name)]
export const valueOf = (place: Document | Element, name: string, attribute = 'val'): string | undefined =>
  within(place, name)[0]?.getAttributeNS(w, attribute) ?? undefined

/** What the schema of Word allows in these elements: each once at most, in this order. */
const orders: Record<string, string> = {
  pPr: 'pStyle keepNext keepLines pageBreakBefore widowControl numPr suppressLineNumbers pBdr shd tabs bidi spacing ind contextualSpacing jc outlineLvl rPr',
  pBdr: 'top left bottom right between bar',
  rPr: 'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike noProof vanish color spacing sz szCs highlight u bdr shd vertAlign rtl cs lang',
  tblPr: 'tblStyle bidiVisual tblW jc tblInd tblBorders shd tblLayout tblCellMar tblLook',
  trPr: 'cantSplit tblHeader',
  tcPr: 'tcW gridSpan vMerge tcBorders shd noWrap tcMar textDirection vAlign'
}

function expectInOrder(document: Document) {
  for (const [name, order] of Object.entries(orders))
    for (const element of within(document, name)) {
      const found = Array.from(element.children, ({ localName }) => localName)
      expect(found, name).toEqual(order.split(' ').filter((one) => found.includes(one)))
    }
}

export async function read(saved: Partial<SavedChat> & { messages: SavedMessage[] }) {
  const bytes = new Uint8Array(await (await docxOf({ title: 'Море', savedAt: at, ...saved })).arrayBuffer())
  const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, strFromU8(file)]))
  const xml = files['word/document.xml']!
  const [document, numbering, styles] = [xml, files['word/numbering.xml']!, files['word/styles.xml']!].map(parse)
  for (const part of [document!, numbering!, styles!]) expectInOrder(part)
  return { files, xml, document: document!, numbering: numbering! }
}
export type Read = Awaited<ReturnType<typeof read>>

export const textOf = (place: Element): string =>
  within(place, 't')
    .map((text) => text.textContent)
    .join('')
/** The first paragraph with this text. */
export const paragraph = ({ document }: Read, text: string): Element =>
  within(document, 'p').find((one) => textOf(one).includes(text))!
