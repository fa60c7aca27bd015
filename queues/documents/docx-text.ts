// The text of a DOCX: a ZIP file whose `word/document.xml` has the paragraphs. Unpacked within a bound, whatever the file
// says about itself.
import { unzipSync } from 'fflate'

const documentName = 'word/document.xml'
/** The XML of a document is some ten times as long as its text. */
const xmlBytesMax = 24 * 1024 * 1024

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    }
  )

const breaks: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  '/w:p': '\n',
  '/w:tc': '\t',
  '/w:tr': '\n'
}

/** Text stands in `w:t`; paragraphs, cells and rows end with a mark of their own. Deleted text has another name. */
function textOfXml(xml: string): string {
  const parts: string[] = []
  for (const [, text, mark, tab] of xml.matchAll(
    /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<(\/w:p|\/w:tc|\/w:tr|w:br|w:cr)\b[^>]*>|<(w:tab)\s*\/>/g
  ))
    parts.push(text === undefined ? (breaks[mark ?? tab ?? ''] ?? '') : unescaped(text))
  return parts.join('')
}

/** @returns null when it is no DOCX, or a broken one */
export function docxTextOf(bytes: Uint8Array): string | null {
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => name === documentName && originalSize <= xmlBytesMax
    })
    const xml = files[documentName]
    return xml ? textOfXml(new TextDecoder().decode(xml)) : null
  } catch {
    return null
  }
}
