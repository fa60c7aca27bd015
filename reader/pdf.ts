// The text of a PDF, page after page with a form feed between two, read by pdf.js. Other events get the thread between two pages and between the texts of one: a page
// that takes too long before it draws any is ended by the platform, or locally by the program that runs this Worker.
import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { Work } from '#formats/work.ts'
import { TooMuchWork } from './endings.ts'
import { Lines } from './lines.ts'
import { Annotations } from './pdf-annotations.ts'
import { BundledCMaps } from './pdf-cmaps.ts'
import type { DrawnTexts } from './pdf-drawn.ts'
import { formLines } from './pdf-form.ts'
import { PageText } from './pdf-line.ts'

/** Otherwise pdf.js prints warnings about a file. */
const errorsOnly = 0
/** More pages than a novel in large print has. */
const pagesMax = 2000
/** Texts after which other events get the thread: each may be in a font of its own, which takes some hundredths of a second. */
const restItems = 100
/** The work that a field or a note counts as. */
const bytesOfAnnotation = 256

/** What a page draws is no sign between pages, whatever its font calls it. */
class PageLines extends Lines {
  override add(text: string): void {
    super.add(text.replaceAll('\f', ' '))
  }
}

async function addText(page: PDFPageProxy, lines: Lines, work: Work): Promise<DrawnTexts> {
  const reader = page.streamTextContent().getReader()
  const text = new PageText(lines)
  let itemsSinceRest = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      for (const item of piece.value.items) {
        if ('str' in item) text.add(item)
      }
      itemsSinceRest += piece.value.items.length
      if (itemsSinceRest < restItems) continue
      itemsSinceRest = 0
      await work.rest()
    }
    text.end()
    return text.drawn
  } catch (error) {
    // When it is ended without an error, pdf.js throws one of its own instead of this one.
    await reader.cancel(error).catch(() => undefined)
    throw error
  }
}

/**
 * @param lengthMax of the text in characters
 * @throws TooMuchWork, TooLong; an error named `PasswordException`; another one when it is broken
 */
export async function pdfText(bytes: Uint8Array, lengthMax: number, work: Work): Promise<string> {
  // Loaded when it is needed, because it is large.
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(bytes, { verbosity: errorsOnly, BinaryDataFactory: BundledCMaps })
  try {
    if (document.numPages > pagesMax) throw new TooMuchWork()
    const lines = new PageLines(lengthMax)
    const annotations = new Annotations(document)
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const drawn = await addText(page, lines, work)
      const filledIn = await annotations.ofPage(number)
      page.cleanup()
      if (work.spend(filledIn.length * bytesOfAnnotation)) await work.rest()
      for (const line of formLines(filledIn, drawn)) {
        lines.add(line)
        lines.endParagraph({ isInCell: false })
      }
      lines.endPage()
      await work.rest()
    }
    return lines.text()
  } finally {
    await document.loadingTask.destroy()
  }
}
