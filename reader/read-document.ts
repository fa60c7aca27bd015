// The text of an attached document, or why there is none.
import { attachmentLimits } from '#contract/catalogue/attachments.ts'
import { type AttachmentFailure, documentTypes, type Reading } from '#domain/attachment.ts'
import { Archive } from './archive.ts'
import { docxText } from './docx.ts'
import { documentWork, TooLong, TooMuchWork, UnknownDocument } from './endings.ts'
import { pdfText } from './pdf.ts'

const { textLengthMax } = attachmentLimits

async function textOf(type: string, bytes: Uint8Array): Promise<string> {
  const work = documentWork()
  if (type === documentTypes.pdf) return pdfText(bytes, textLengthMax, work)
  return docxText(await Archive.open(bytes, work), textLengthMax)
}

function failureOf(error: unknown): AttachmentFailure {
  if (error instanceof TooMuchWork) return 'too-heavy'
  if (error instanceof TooLong) return 'too-long'
  if (error instanceof UnknownDocument) return 'unknown'
  return error instanceof Error && error.name === 'PasswordException' ? 'protected' : 'broken'
}

/** @param type media type, as the first bytes tell. Never throws. */
export async function readDocument(type: string, bytes: Uint8Array): Promise<Reading> {
  try {
    // Halves of characters that a file made up cannot be stored as UTF-8.
    const text = (await textOf(type, bytes)).toWellFormed().replaceAll('\0', '').trim()
    return text === '' ? { failure: 'empty' } : { text }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}
