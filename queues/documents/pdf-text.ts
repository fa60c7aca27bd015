// The text of a PDF, page after page, read by pdf.js. Bounded in pages and characters.
import type { PDFDocumentProxy } from 'unpdf/pdfjs'

const pagesMax = 2000

export type PdfText = { text: string } | { failed: 'protected' | 'broken' }

const namedLike = (error: unknown, name: string): boolean => error instanceof Error && error.name === name

async function pageText(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  page.cleanup()
  return text
}

/** @param lengthMax characters; a longer text ends a little behind it */
export async function pdfTextOf(bytes: Uint8Array, lengthMax: number): Promise<PdfText> {
  // Loaded when it is needed: every request would otherwise start with its 1.7 MB.
  const { getDocumentProxy } = await import('unpdf')
  try {
    const document = await getDocumentProxy(bytes)
    let text = ''
    for (let page = 1; page <= Math.min(document.numPages, pagesMax) && text.length <= lengthMax; page++)
      text += `${await pageText(document, page)}\n\n`
    await document.loadingTask.destroy()
    return { text: text.trim() }
  } catch (error) {
    return { failed: namedLike(error, 'PasswordException') ? 'protected' : 'broken' }
  }
}
