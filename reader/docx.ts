// The text of a DOCX (ECMA-376, part 1). Which of its files has it stands in the relationships; its notes are in files of their own.
import { hex as symbolOf } from 'dingbat-to-unicode'
import type { Archive } from './archive.ts'
import { UnknownDocument } from './endings.ts'
import { Lines } from './lines.ts'
import { type XmlElement, xmlWalker } from './xml.ts'

/** Elements with what stands elsewhere as well, is deleted, or is no text: stops of tabulators are called like tabs. */
const skipped = new Set(['moveFrom', 'del', 'tabs'])

/** Of formulas: what joins their parts, if those are not simply next to each other. */
const signs: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '\u2011'],
  ['den', '/'],
  ['sup', '^'],
  ['sub', '_']
])

/** A character of a font like Symbol, which may lie in a private area of Unicode. */
function symbolText({ font = '', char = '' }: XmlElement['attributes']): string {
  const code = Number.parseInt(char, 16)
  if (Number.isNaN(code) || code > 0xffff) return ''
  const isPrivate = code >= 0xf000
  const own = (isPrivate ? code - 0xf000 : code).toString(16).toUpperCase()
  return symbolOf(font, own)?.string ?? (isPrivate ? '' : String.fromCharCode(code))
}

/** What an element is in the text by itself. */
function textOf({ name, attributes }: XmlElement): string {
  const { id = '', val } = attributes
  switch (name) {
    case 'sym':
      return symbolText(attributes)
    case 'numId':
      return val === '0' ? '' : '• '
    case 'footnoteReference':
      return `[^${id}]`
    case 'endnoteReference':
      return `[^e${id}]`
    case 'footnote':
      return `[^${id}]: `
    case 'endnote':
      return `[^e${id}]: `
    default:
      return signs.get(name) ?? ''
  }
}

/** Lines that separate notes from the page are notes as well, of a type. */
const isSeparator = ({ name, attributes }: XmlElement): boolean =>
  (name === 'footnote' || name === 'endnote') && (attributes['type'] ?? 'normal') !== 'normal'

/** Walks one file of the document. */
class Walk {
  readonly #lines: Lines
  /** Open elements from the one on whose text is skipped. */
  #skipping = 0
  /** For each open choice between alternatives: whether one of them was taken. */
  readonly #taken: boolean[] = []
  #cells = 0
  #texts = 0

  constructor(lines: Lines) {
    this.#lines = lines
  }

  open(element: XmlElement): void {
    const { name } = element
    if (this.#skipping > 0 || skipped.has(name) || isSeparator(element) || this.#isOtherChoice(name)) {
      this.#skipping += 1
      return
    }
    if (name === 't') this.#texts += 1
    if (name === 'tc') this.#cells += 1
    if (name === 'AlternateContent') this.#taken.push(false)
    this.#lines.add(textOf(element))
  }

  close(name: string): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1
      return
    }
    if (name === 't') this.#texts -= 1
    if (name === 'p') this.#lines.endParagraph({ isInCell: this.#cells > 0 })
    if (name === 'tr') this.#lines.endRow()
    if (name === 'AlternateContent') this.#taken.pop()
    if (name !== 'tc') return
    this.#cells -= 1
    this.#lines.endCell()
  }

  text(text: string): void {
    if (this.#texts > 0 && this.#skipping === 0) this.#lines.add(text)
  }

  /** The same drawing stands there once for each generation of editors. */
  #isOtherChoice(name: string): boolean {
    const last = this.#taken.length - 1
    if (last < 0 || (name !== 'Choice' && name !== 'Fallback')) return false
    const isOther = this.#taken[last] ?? false
    this.#taken[last] = true
    return isOther
  }
}

async function walkFile(archive: Archive, name: string, root: string, lines: Lines): Promise<void> {
  const walk = new Walk(lines)
  let isRoot = true
  const write = xmlWalker({
    open: (element) => {
      if (isRoot && element.name !== root) throw new UnknownDocument()
      isRoot = false
      walk.open(element)
    },
    close: (closed) => walk.close(closed),
    text: (text) => walk.text(text)
  })
  await archive.read(name, write)
  write(null)
}

/** The targets of relationships by the last word of their type, as paths in the archive. */
async function relationshipsOf(archive: Archive, name: string, folder: string): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  if (!archive.has(name)) return targets
  const write = xmlWalker({
    open: ({ attributes: { Type: type = '', Target: target = '' } }) => {
      const path = target.startsWith('/') ? target.slice(1) : folder + target
      if (target !== '') targets.set(type.slice(type.lastIndexOf('/') + 1), path)
    }
  })
  await archive.read(name, write)
  write(null)
  return targets
}

/**
 * @param lengthMax of the text in characters
 * @throws UnknownDocument, TooMuchWork, TooLong; another error when it is broken
 */
export async function docxText(archive: Archive, lengthMax: number): Promise<string> {
  const main = (await relationshipsOf(archive, '_rels/.rels', '')).get('officeDocument') ?? 'word/document.xml'
  if (!archive.has(main)) throw new UnknownDocument()
  const lines = new Lines(lengthMax)
  await walkFile(archive, main, 'document', lines)
  const end = main.lastIndexOf('/') + 1
  const folder = main.slice(0, end)
  const related = await relationshipsOf(archive, `${folder}_rels/${main.slice(end)}.rels`, folder)
  for (const notes of ['footnotes', 'endnotes']) {
    const file = related.get(notes) ?? `${folder}${notes}.xml`
    if (archive.has(file)) await walkFile(archive, file, notes, lines)
  }
  return lines.text()
}
