// The annotations on the pages of a PDF, as pdf.js returns them.
import type { PDFDocumentProxy } from 'unpdf/pdfjs'

/** The form in which pdf.js returns an annotation; fields that its kind does not have are missing. */
export interface Annotation {
  /** `Widget`, the field of a form; `FreeText`; `Text`, a note; or a kind that has no text. */
  subtype: string | null
  annotationFlags: number
  /** Left, bottom, right and top, in points. */
  rect: readonly number[]
  contentsObj: { str: string }
  /** The shown lines of a text without contents. */
  textContent?: readonly string[]
  /** Set for a note that only states the state of another one. */
  state?: unknown

  /** `Tx` text, `Ch` choice, `Btn` button or box, `Sig` signature. */
  fieldType?: string | null
  fieldName?: string
  alternativeText?: string
  /** A text, the chosen entries, or the name of a state. */
  fieldValue?: string | readonly (string | null)[] | null
  hidden?: boolean
  password?: boolean
  options?: readonly { exportValue: unknown; displayValue: unknown }[]
  checkBox?: boolean
  radioButton?: boolean
  /** The name of the state in which a box is ticked. */
  exportValue?: string | null
  /** The name of the state in which one of several buttons is chosen. */
  buttonValue?: string | null
}

/** Notes, typed texts and fields, by the numbers of pdf.js. It would go over the text of the page again for each link. */
const types = new Set([1, 3, 20])

export class Annotations {
  readonly #document: PDFDocumentProxy
  /** pdf.js leaves out these pages, counted from 0. */
  readonly #otherPages: Set<number>

  constructor(document: PDFDocumentProxy) {
    this.#document = document
    this.#otherPages = new Set(Array(document.numPages).keys())
  }

  /** @param number of the page, from 1. @returns no annotations for a form that is too broken for pdf.js */
  async ofPage(number: number): Promise<Annotation[]> {
    this.#otherPages.delete(number - 1)
    const found = await this.#document.getAnnotationsByType(types, this.#otherPages).catch(() => null)
    this.#otherPages.add(number - 1)
    return (found ?? []) as Annotation[]
  }
}
