// Which documents are read, and how they begin. The same for browser and server.

/** The names that users read; presentations and sheets of OpenOffice are read as well. */
export const documentsTitle = 'PDF, DOCX, XLSX, PPTX, ODT, RTF'

export const oldOfficeText =
  'Это файл старого Office (DOC, XLS, PPT) или файл под паролем. Сохраните его без пароля как DOCX, XLSX или PPTX'

/** Their media types. */
export const documentTypes = {
  pdf: 'application/pdf',
  rtf: 'application/rtf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation'
} as const

/** `archive`: the reader finds out which of the document formats that are archives it is. */
export const archiveType = 'application/zip'

/** How many bytes are needed to detect the kind: a PDF may begin with other bytes. */
export const documentHeadBytes = 1024

/**
 * The kind of document by the first bytes; null: no document.
 * @param bytes all of it, or its first `documentHeadBytes`
 * @returns `old-office`: a compound file, which is not supported; Office also uses it for files with a password
 */
export function documentKindOf(bytes: Uint8Array): 'pdf' | 'rtf' | 'archive' | 'old-office' | null {
  const first = String.fromCharCode(...bytes.subarray(0, documentHeadBytes))
  if (first.startsWith('PK\x03\x04')) return 'archive'
  if (first.startsWith('{\\rtf')) return 'rtf'
  if (first.startsWith('\xd0\xcf\x11\xe0')) return 'old-office'
  return first.includes('%PDF-') ? 'pdf' : null
}
