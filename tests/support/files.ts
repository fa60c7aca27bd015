// Documents to attach, made without their makers' programs.
import { zipSync, zlibSync } from 'fflate'

const encoder = new TextEncoder()
export const textFile = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(encoder.encode(text))

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A DOCX with this in its body. @param files more files of it, or other ones */
export function docxWith(
  body: string,
  files: Readonly<Record<string, string | Uint8Array>> = {}
): Uint8Array<ArrayBuffer> {
  const main = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`
  const all = Object.entries({ '[Content_Types].xml': '<Types/>', 'word/document.xml': main, ...files })
  // Like pictures, bytes are packed already.
  const packed = all.map(([name, content]): [string, [Uint8Array, { level: 0 | 1 }]] =>
    typeof content === 'string' ? [name, [encoder.encode(content), { level: 1 }]] : [name, [content, { level: 0 }]]
  )
  return new Uint8Array(zipSync(Object.fromEntries(packed)))
}

/** A DOCX with these paragraphs. */
export const docx = (...paragraphs: string[]): Uint8Array<ArrayBuffer> =>
  docxWith(
    paragraphs
      .map(
        (text) =>
          `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`
      )
      .join('')
  )

const stream = (packed: Uint8Array, filter: string) =>
  Buffer.concat([Buffer.from(`<< /Length ${packed.length}${filter} >>\nstream\n`), packed, Buffer.from('\nendstream')])

/**
 * A PDF whose pages draw these contents; pages with the same content share it.
 * @param more bytes that no page shows, as pictures that are not looked at
 */
export function pdfOf(pages: readonly string[], more?: Uint8Array): Uint8Array<ArrayBuffer> {
  const contents = [...new Set(pages)]
  const firstPage = 4 + contents.length
  const objects: Uint8Array[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${firstPage + index} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ].map((text) => encoder.encode(text))
  for (const content of contents)
    objects.push(stream(zlibSync(encoder.encode(content), { level: 9 }), ' /Filter /FlateDecode'))
  for (const content of pages)
    objects.push(
      encoder.encode(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + contents.indexOf(content)} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`
      )
    )
  if (more) objects.push(stream(more, ''))
  const parts: Uint8Array[] = [encoder.encode('%PDF-1.4\n')]
  let length = parts[0]!.length
  const add = (part: Uint8Array) => {
    parts.push(part)
    length += part.length
  }
  const offsets = objects.map((object, index) => {
    const at = length
    add(encoder.encode(`${index + 1} 0 obj\n`))
    add(object)
    add(encoder.encode('\nendobj\n'))
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const xrefAt = length
  add(
    encoder.encode(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${xrefAt}\n%%EOF\n`
    )
  )
  return new Uint8Array(Buffer.concat(parts))
}

const lineOf = (text: string) => `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`

/** A PDF of one page with this line of Latin text; without one, a page without text. */
export const pdf = (line: string | null): Uint8Array<ArrayBuffer> =>
  pdfOf([line === null ? '0 0 100 100 re f' : lineOf(line)])

/** A PDF with a page for each of these lines. */
export const pdfPages = (lines: readonly string[], more?: Uint8Array): Uint8Array<ArrayBuffer> =>
  pdfOf(lines.map(lineOf), more)
