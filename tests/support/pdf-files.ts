// PDFs to read, made object by object.

/** Text of a PDF's dictionary, in any script. */
export const hexText = (text: string): string =>
  `<FEFF${Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0')).join('')}>`

/** An object with bytes. @param entries more of its dictionary */
export const streamObject = (bytes: string, entries = ''): string =>
  `<< /Length ${bytes.length} ${entries} >>\nstream\n${bytes}\nendstream`

/**
 * @param objects in Latin-1, a byte for a character; numbered from 1, which is the catalog
 * @param trailer more entries of the trailer
 */
export function pdfFile(objects: readonly string[], trailer = ''): Uint8Array<ArrayBuffer> {
  const parts = ['%PDF-1.7\n']
  let length = parts[0]!.length
  const table = objects.map((object, index) => {
    const at = length
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`
    parts.push(part)
    length += part.length
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  parts.push(
    `xref\n0 ${count}\n0000000000 65535 f \n${table.join('')}`,
    `trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`
  )
  return new Uint8Array(Buffer.from(parts.join(''), 'latin1'))
}

const latinFont = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

interface PageParts {
  /** What the page draws. */
  content?: string
  /** Its font F1; default: Helvetica. */
  font?: string
  /** More entries of the page. */
  page?: string
  /** Objects from 6 on that lie on the page. */
  annotations?: readonly string[]
  /** Entries of the form; its fields are all `annotations`, unless it says which. */
  form?: string
  /** The objects after those. */
  more?: readonly string[]
}

/** The objects of a PDF with one page, 300 points wide and 200 high; the page is 3, what it draws is 4. */
export function pageObjects({ content = '', font = latinFont, annotations = [], ...rest }: PageParts): string[] {
  const { page = '', more = [] } = rest
  const all = annotations.map((_, index) => `${6 + index} 0 R`).join(' ')
  const form = rest.form ?? `/Fields [${all}]`
  return [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << ${form} >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R /Annots [${all}] ${page} >>`,
    streamObject(content),
    font,
    ...annotations,
    ...more
  ]
}

/** A field of a form, on the page. @param entries its kind, name and value */
export const fieldAt = (x: number, y: number, entries: string): string =>
  `<< /Type /Annot /Subtype /Widget /Rect [${x} ${y} ${x + 100} ${y + 14}] /F 4 ${entries} >>`

/** How a box or a button looks when it is ticked and when it is not. @param state what it is called when it is ticked */
export const ticked = (state: string, isTicked: boolean): string =>
  `/AP << /N << /${state} << >> /Off << >> >> >> /AS /${isTicked ? state : 'Off'}`

/** A font whose codes from 128 on are these characters; each is half as wide as it is high. */
export const fontOf = (characters: string): string => {
  const names = Array.from(
    characters,
    (character) => `/uni${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  )
  return `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] /Encoding << /Differences [128 ${names.join(' ')}] >> >>`
}

/** A PDF with one page. */
export const pagePdf = (parts: PageParts): Uint8Array<ArrayBuffer> => pdfFile(pageObjects(parts))

/** What a page draws: each text at its place, in points from the left and from below; one in hexadecimal digits as `<…>`. */
export const drawn = (...texts: readonly (readonly [x: number, y: number, text: string])[]): string =>
  texts.map(([x, y, text]) => `BT /F1 12 Tf ${x} ${y} Td ${text.startsWith('<') ? text : `(${text})`} Tj ET`).join('\n')

/**
 * A PDF whose text is in a font that is not part of it.
 * @param encoding a name such as `UniGB-UCS2-H`, or a reference to object 8
 * @param ordering the collection of characters, such as `GB1`
 * @param codes the text, as hexadecimal digits
 */
export function cjkPdf(encoding: string, ordering: string, codes: string, more: readonly string[] = []) {
  const font = `<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding ${encoding} /DescendantFonts [6 0 R] >>`
  const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor 7 0 R >>`
  const descriptor =
    '<< /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>'
  const content = drawn([20, 100, `<${codes}>`])
  return pagePdf({ content, font, form: '', more: [descendant, descriptor, ...more] })
}
