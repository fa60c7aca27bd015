import { TooLong } from './endings.ts'

/** Of empty paragraphs and cells that follow each other; whoever has more shows nothing by them. */
const breaksMax = 200

/** Collects the text of a document: its paragraphs as lines, its tables as lines of cells. What is empty at its end is left out. */
export class Lines {
  readonly #lengthMax: number
  readonly #parts: string[] = []
  #length = 0
  /** What stands between the text so far and the next one. */
  readonly #breaks: string[] = []

  /** @param lengthMax characters; a longer text is of no use */
  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  /** @throws TooLong */
  add(text: string): void {
    if (text === '') return
    const breaks = this.#breaks.splice(0).join('')
    this.#length += breaks.length + text.length
    if (this.#length > this.#lengthMax) throw new TooLong()
    this.#parts.push(breaks, text)
  }

  /** Ends a paragraph; in a cell the next one goes on in the same line. */
  endParagraph({ isInCell }: { isInCell: boolean }): void {
    this.#break(isInCell ? ' ' : '\n')
  }

  endCell(): void {
    this.#dropLast(' ')
    this.#break('\t')
  }

  endRow(): void {
    this.#dropLast('\t')
    this.#break('\n')
  }

  text(): string {
    return this.#parts.join('')
  }

  #break(sign: string): void {
    if (this.#breaks.length < breaksMax) this.#breaks.push(sign)
  }

  #dropLast(sign: string): void {
    if (this.#breaks.at(-1) === sign) this.#breaks.pop()
  }
}
