import { TooLong } from './endings.ts'

/** The most consecutive empty paragraphs or cells that are kept; more of them have no meaning. */
const breaksMax = 200

/** A cell's text on one line. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The cells of one row of a table. */
export class Row {
  readonly #lengthMax: number
  readonly #cells: string[] = []
  #length = 0

  /** @param lengthMax characters; a longer text is of no use */
  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  /** The number of kept cells. */
  get length(): number {
    return this.#cells.length
  }

  /** @param times how often the cell is repeated; empty cells are kept up to a limit. @throws TooLong */
  add(cell: string, times = 1): void {
    const text = onOneLine(cell)
    const count = text === '' ? Math.min(times, breaksMax) : times
    this.#length += count * (text.length + 1)
    if (this.#length > this.#lengthMax) throw new TooLong()
    for (let time = 0; time < count; time++) this.#cells.push(text)
  }

  /** The cells with tabs between them, without the empty ones at the end. */
  text(): string {
    return this.#cells.slice(0, this.#cells.findLastIndex((cell) => cell !== '') + 1).join('\t')
  }
}

/** Collects the text of a document: its paragraphs as lines, its tables as lines of cells. Empty lines at the end are left out. */
export class Lines {
  readonly #lengthMax: number
  readonly #parts: string[] = []
  #length = 0
  /** The separator between the text so far and the next one. */
  readonly #breaks: string[] = []

  /** @param lengthMax characters; a longer text is of no use */
  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0
  }

  /** @throws TooLong */
  add(text: string): void {
    if (text === '') return
    const breaks = this.#breaks.splice(0).join('')
    this.#length += breaks.length + text.length
    if (this.#length > this.#lengthMax) throw new TooLong()
    this.#parts.push(breaks, text)
  }

  /** Ends a paragraph; in a cell the next one continues on the same line. */
  endParagraph({ isInCell }: { isInCell: boolean }): void {
    this.#break(isInCell ? ' ' : '\n')
  }

  endCell(): void {
    this.#dropLast(' ')
    this.#break('\t')
  }

  /** Cells without text at the end of a row are left out. */
  endRow(): void {
    while (this.#dropLast('\t'));
    this.#break('\n')
  }

  /** Adds whole rows. @param times how often the row is repeated. @throws TooLong */
  addRow(row: Row, times = 1): void {
    const text = row.text()
    for (let time = 0; time < times; time++) {
      if (text === '' && this.#breaks.length === breaksMax) return
      this.add(text)
      this.#break('\n')
    }
  }

  /** Leaves an empty line before the next text, except at the start. */
  endSection(): void {
    while (this.#dropLast('\n'));
    if (!this.isEmpty) this.#breaks.push('\n', '\n')
  }

  /** Ends a page, also an empty one: a form feed stands between two, so that each place of the text has its page. */
  endPage(): void {
    while (this.#dropLast('\n'));
    this.#breaks.push('\f')
  }

  text(): string {
    return this.#parts.join('')
  }

  #break(sign: string): void {
    if (this.#breaks.length < breaksMax) this.#breaks.push(sign)
  }

  /** @returns whether it was the last one */
  #dropLast(sign: string): boolean {
    if (this.#breaks.at(-1) !== sign) return false
    this.#breaks.pop()
    return true
  }
}
