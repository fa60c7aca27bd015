// The text of an attached document, or why there is none.
import { attachmentLimits } from '#contract/catalogue/attachments.ts'
import { documentKindOf, documentTypes } from '#contract/document-kinds.ts'
import type { AttachmentFailure, Reading } from '#domain/attachment.ts'
import type { Work } from '#formats/work.ts'
import { Archive } from './archive.ts'
import { docxText } from './docx.ts'
import { documentWork, Protected, TooLong, TooMuchWork, UnknownDocument } from './endings.ts'
import { isEncrypted, odfMain, odfText } from './odf.ts'
import { mainPartOf } from './office-package.ts'
import { pdfText } from './pdf.ts'
import { pptxText } from './pptx.ts'
import { rtfText } from './rtf.ts'
import { xlsxText } from './xlsx.ts'

const { textLengthMax } = attachmentLimits

interface Found {
  text: string
  /** Media type. */
  type: string
}

/** By the root element of the main part. */
const officeReaders = new Map([
  ['document', { read: docxText, type: documentTypes.docx }],
  ['workbook', { read: xlsxText, type: documentTypes.xlsx }],
  ['presentation', { read: pptxText, type: documentTypes.pptx }]
])

/** A file of Office, recognised by the root element of its main part, or of OpenOffice. */
async function readArchive(archive: Archive): Promise<Found> {
  if (archive.has(odfMain) || (await isEncrypted(archive))) return odfText(archive, textLengthMax)
  const main = await mainPartOf(archive)
  const office = officeReaders.get(main?.root ?? '')
  if (!main || !office) throw new UnknownDocument()
  return { text: await office.read(archive, main.path, textLengthMax), type: office.type }
}

async function readBytes(bytes: Uint8Array, work: Work): Promise<Found> {
  const kind = documentKindOf(bytes)
  if (kind === 'pdf') return { text: await pdfText(bytes, textLengthMax, work), type: documentTypes.pdf }
  if (kind === 'rtf') return { text: await rtfText(bytes, textLengthMax, work), type: documentTypes.rtf }
  return readArchive(await Archive.open(bytes, work))
}

function failureOf(error: unknown): AttachmentFailure {
  if (error instanceof TooMuchWork) return 'too-heavy'
  if (error instanceof TooLong) return 'too-long'
  if (error instanceof UnknownDocument) return 'unknown'
  if (error instanceof Protected) return 'protected'
  return error instanceof Error && error.name === 'PasswordException' ? 'protected' : 'broken'
}

/** The bytes alone decide the type. Never throws. */
export async function readDocument(bytes: Uint8Array): Promise<Reading> {
  try {
    const { text: read, type } = await readBytes(bytes, documentWork())
    // Invalid half characters of a file cannot be stored as UTF-8.
    const text = read.toWellFormed().replaceAll('\0', '')
    if (text.trim() === '') return { failure: 'empty' }
    // The form feeds of empty pages at the beginning are kept, so that pages are counted right.
    return { text: text.replace(/^[^\S\f]+/, '').trimEnd(), type }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}
