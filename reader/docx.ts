// The text of a DOCX (ECMA-376, part 1). Its notes are in files of their own.
import { hex as symbolOf } from 'dingbat-to-unicode'
import type { Archive } from './archive.ts'
import { withoutLeftOut } from './left-out.ts'
import { Lines } from './lines.ts'
import { pathsOf, relationshipsOf, walkFile } from './office-package.ts'
import { paragraphHandlers } from './paragraphs.ts'
import type { XmlElement } from './xml.ts'

/** Skipped elements: repeated text, deleted text, and no text (tab stops have the same name as tabs). */
const leftOut = new Set(['moveFrom', 'del', 'tabs'])

/** The signs of elements, among them those that join the parts of a formula. */
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

/** The text of an element without content. */
function signOf({ name, attributes }: XmlElement): string {
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

/** Separators between notes and page are notes too, with a type. */
const isSeparator = ({ name, attributes }: XmlElement): boolean =>
  (name === 'footnote' || name === 'endnote') && (attributes['type'] ?? 'normal') !== 'normal'

const isLeftOut = (element: XmlElement): boolean => leftOut.has(element.name) || isSeparator(element)

const addFile = (archive: Archive, name: string, lines: Lines): Promise<void> =>
  walkFile(archive, name, withoutLeftOut(isLeftOut, paragraphHandlers(lines, { signOf })))

/**
 * @param main the file with its body
 * @param lengthMax of the text in characters
 * @throws TooMuchWork, TooLong; another error when it is broken
 */
export async function docxText(archive: Archive, main: string, lengthMax: number): Promise<string> {
  const lines = new Lines(lengthMax)
  await addFile(archive, main, lines)
  const related = await relationshipsOf(archive, main)
  for (const notes of ['footnotes', 'endnotes']) {
    const usual = `${main.slice(0, main.lastIndexOf('/') + 1)}${notes}.xml`
    const [file = usual] = pathsOf(archive, related, notes)
    if (archive.has(file)) await addFile(archive, file, lines)
  }
  return lines.text()
}
