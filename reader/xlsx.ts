// The text of an XLSX (ECMA-376, part 1, SpreadsheetML): its sheets in their order, each row a line of cells.
import type { Archive } from './archive.ts'
import { CellFormats } from './cell-formats.ts'
import { keep, TooLong } from './endings.ts'
import { withoutLeftOut } from './left-out.ts'
import { Lines, onOneLine, Row } from './lines.ts'
import { pathsOf, relationshipsOf, walkFile } from './office-package.ts'
import type { XmlElement, XmlHandlers } from './xml.ts'

/** Skipped: the pronunciation beside an Asian text. */
const isPronunciation = ({ name }: XmlElement): boolean => name === 'rPh'

/** Characters that XML cannot hold (ECMA-376, part 1, 22.9.2.19). */
const withoutEscapes = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

interface Workbook {
  sheets: { name: string; relationship: string }[]
  /** Whether its days are counted from 1904, as once on the Macintosh. */
  isSince1904: boolean
}

async function readWorkbook(archive: Archive, main: string): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], isSince1904: false }
  await walkFile(archive, main, {
    open: ({ name, attributes, relationship }) => {
      if (name === 'sheet') keep(workbook.sheets, { name: attributes['name'] ?? '', relationship })
      if (name === 'workbookPr') workbook.isSince1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
    }
  })
  return workbook
}

/** The texts that cells name by their index. Each is in a cell, so all together may not exceed the limit. @throws TooLong */
async function readSharedTexts(archive: Archive, file: string, lengthMax: number): Promise<string[]> {
  const texts: string[] = []
  const pieces: string[] = []
  let length = 0
  let open = 0
  const count = (characters: number): void => {
    length += characters
    if (length > lengthMax) throw new TooLong()
  }
  const handlers: Required<XmlHandlers> = {
    open: ({ name }) => {
      if (name === 't') open += 1
    },
    close: (name) => {
      if (name === 't') open -= 1
      if (name !== 'si') return
      // The separator between this cell and the next.
      count(1)
      // Once, and not in each cell: a text of spaces alone would cost every cell its length, and count as nothing.
      texts.push(onOneLine(withoutEscapes(pieces.splice(0).join(''))))
    },
    text: (text) => {
      if (open === 0) return
      count(text.length)
      pieces.push(text)
    }
  }
  await walkFile(archive, file, withoutLeftOut(isPronunciation, handlers))
  return texts
}

/** The column that a cell's name begins with, from 0; null without one. Excel has 16,384 of them. */
function columnIn(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return null
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

interface Cell {
  column: number | null
  type: string
  style: number
  /** Undefined: it has no value yet, as a formula that was never calculated. */
  value: string | undefined
  formula: string
}

class Sheet {
  readonly #lines: Lines
  readonly #lengthMax: number
  readonly #textOf: (cell: Cell) => string
  readonly #title: string
  #row: Row
  #rowNumber = 0
  /** The column of the last cell with text; 0: there is none. */
  #lastRowNumber = 0
  #column = 0
  #cell: Cell | null = null
  /** The element to which the next text belongs. */
  #field: 'value' | 'formula' | null = null

  constructor(
    title: string,
    lines: Lines,
    { lengthMax, textOf }: { lengthMax: number; textOf: (cell: Cell) => string }
  ) {
    this.#title = title
    this.#lines = lines
    this.#lengthMax = lengthMax
    this.#textOf = textOf
    this.#row = new Row(lengthMax)
  }

  readonly handlers: Required<XmlHandlers> = {
    open: ({ name, attributes: { r = '', t = 'n', s = '' } }) => {
      if (name === 'row') this.#rowNumber = Number(r) || this.#rowNumber + 1
      if (name === 'c') this.#cell = { column: columnIn(r), type: t, style: Number(s), value: undefined, formula: '' }
      if (name === 'v' || name === 't') this.#begin('value')
      if (name === 'f') this.#begin('formula')
    },
    close: (name) => {
      if (name === 'c') this.#endCell()
      if (name === 'row') this.#endRow()
      this.#field = null
    },
    text: (text) => {
      if (!this.#cell || !this.#field) return
      const longer = (this.#cell[this.#field] ?? '') + text
      if (longer.length > this.#lengthMax) throw new TooLong()
      this.#cell[this.#field] = longer
    }
  }

  #begin(field: 'value' | 'formula'): void {
    this.#field = field
    if (this.#cell) this.#cell[field] ??= ''
  }

  #endCell(): void {
    const cell = this.#cell
    this.#cell = null
    if (!cell) return
    // Files do not contain empty cells.
    const column = cell.column ?? this.#column
    this.#row.add('', Math.max(0, column - this.#column))
    this.#row.add(this.#textOf(cell))
    this.#column = column + 1
  }

  #endRow(): void {
    const row = this.#row
    this.#row = new Row(this.#lengthMax)
    this.#column = 0
    if (row.text() === '') return
    if (this.#lastRowNumber === 0) {
      this.#lines.endSection()
      this.#lines.add(`# ${this.#title}\n`)
    } else if (this.#rowNumber > this.#lastRowNumber + 1) this.#lines.endSection()
    this.#lines.addRow(row)
    this.#lastRowNumber = this.#rowNumber
  }
}

const booleans: Readonly<Record<string, string>> = { '0': 'ЛОЖЬ', '1': 'ИСТИНА' }

/** @throws Error when there is no such text: a table without its words is broken */
function sharedText(texts: readonly string[], place: string): string {
  const text = texts[Number(place)]
  if (text === undefined) throw new Error('The sheet names a text that is not there')
  return text
}

/** The shown text of a cell. */
function textIn(texts: readonly string[], formats: CellFormats): (cell: Cell) => string {
  return ({ type, style, value, formula }: Cell): string => {
    if (value === undefined) return formula === '' ? '' : `=${formula}`
    if (value === '') return ''
    if (type === 's') return sharedText(texts, value)
    if (type === 'b') return booleans[value] ?? value
    if (type === 'n') return formats.textOf(value, style)
    return withoutEscapes(value)
  }
}

const usualTextsFile = 'xl/sharedStrings.xml'

/**
 * @param main the file of the workbook
 * @param lengthMax of the text in characters
 * @throws TooMuchWork, TooLong; another error when it is broken
 */
export async function xlsxText(archive: Archive, main: string, lengthMax: number): Promise<string> {
  const workbook = await readWorkbook(archive, main)
  const related = await relationshipsOf(archive, main)
  const [stylesFile] = pathsOf(archive, related, 'styles')
  const [textsFile = usualTextsFile] = pathsOf(archive, related, 'sharedStrings')
  const texts = archive.has(textsFile) ? await readSharedTexts(archive, textsFile, lengthMax) : []
  const textOf = textIn(texts, await CellFormats.read(archive, stylesFile, workbook.isSince1904))
  const lines = new Lines(lengthMax)
  const paths = new Map(related.map(({ id, path }) => [id, path]))
  for (const { name, relationship } of workbook.sheets) {
    const file = paths.get(relationship)
    if (file === undefined || !archive.has(file)) continue
    const sheet = new Sheet(name, lines, { lengthMax, textOf })
    await walkFile(archive, file, withoutLeftOut(isPronunciation, sheet.handlers))
  }
  // Some programs leave out the relationships to the sheets.
  if (lines.isEmpty)
    for (const text of texts) {
      lines.add(text)
      lines.endParagraph({ isInCell: false })
    }
  return lines.text()
}
