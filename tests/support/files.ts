// Documents to attach, made without their makers' programs.
import { zipSync } from 'fflate'

const encoder = new TextEncoder()
export const textFile = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(encoder.encode(text))

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A DOCX with these paragraphs. */
export function docx(...paragraphs: string[]): Uint8Array<ArrayBuffer> {
  const body = paragraphs
    .map(
      (text) =>
        `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`
    )
    .join('')
  const xml = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`
  return new Uint8Array(
    zipSync({ '[Content_Types].xml': encoder.encode('<Types/>'), 'word/document.xml': encoder.encode(xml) })
  )
}

/** A PDF of one page with this line of Latin text; without one, a page without text. */
export function pdf(line: string | null): Uint8Array<ArrayBuffer> {
  const content = line === null ? '0 0 100 100 re f' : `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return textFile(file + end)
}
