// The text of a file of OpenOffice (ODF 1.3, part 3): an ODT, ODS or ODP. All of it is in one of its files.
import { documentTypes } from '#contract/document-kinds.ts'
import type { Archive } from './archive.ts'
import { percentText, plainNumber } from './cell-numbers.ts'
import { Protected } from './endings.ts'
import { withoutLeftOut } from './left-out.ts'
import { Lines, Row } from './lines.ts'
import { walkFile } from './office-package.ts'
import type { XmlElement, XmlHandlers } from './xml.ts'

/** The file with the text. */
export const odfMain = 'content.xml'
const manifest = 'META-INF/manifest.xml'

/**
 * What was deleted, remarks of others, what is said about pictures and asked of who fills in a table, how Asian words are pronounced, and
 * numbers that are filled in.
 */
const leftOut = new Set('tracked-changes annotation title desc content-validations ruby-text page-number'.split(' '))
const isLeftOut = ({ name }: XmlElement): boolean => leftOut.has(name)

/** Of the sign of a note. */
const citationLengthMax = 100
/** Of spaces that follow each other; they are written as their number. */
const spacesMax = 100

const countIn = (written: string | undefined): number => Math.max(1, Math.trunc(Number(written)) || 1)

/** The number of a cell, given whole; null for what is none, or a day. */
function numberText({ 'value-type': type, value = '' }: XmlElement['attributes']): string | null {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return null
  if (type === 'percentage') return percentText(number)
  return type === 'float' || type === 'currency' ? plainNumber(number) : null
}

class Walk {
  type: string = documentTypes.odt
  readonly #lengthMax: number
  readonly #lines: Lines
  /** The texts of notes, which stand in the middle of the sentences that they belong to. */
  readonly #notes: Lines
  #isInNote = false
  /** The sign of a note, while it is read; null: none is. */
  #citation: string | null = null
  #sign = ''
  /** What stands before the next text, if there is any: the name of its sheet or slide. */
  #title = ''
  /** Whether what comes next are the notes of a slide. */
  #isNotes = false
  /** What stands before the next text of a list. */
  #bullet = ''
  #slides = 0
  #paragraphs = 0
  /** Rows of tables in tables are part of the cell that they are in. */
  #rows = 0
  #row: Row | null = null
  #rowTimes = 1
  #cells = 0
  #cell: Lines | null = null
  #cellTimes = 1
  /** Null: it is no number, or one that means what it shows. */
  #cellNumber: string | null = null

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
    this.#lines = new Lines(lengthMax)
    this.#notes = new Lines(lengthMax)
  }

  readonly handlers: Required<XmlHandlers> = {
    open: (element) => this.#open(element),
    close: (name) => this.#close(name),
    text: (text) => {
      if (this.#citation !== null) this.#citation = (this.#citation + text).slice(0, citationLengthMax)
      else if (this.#paragraphs > 0) this.#add(text)
    }
  }

  /** All of it, the notes at the end. */
  text(): string {
    if (this.#notes.isEmpty) return this.#lines.text()
    this.#lines.endSection()
    this.#lines.add(this.#notes.text())
    return this.#lines.text()
  }

  #add(text: string): void {
    if (this.#isInNote) this.#notes.add(text)
    else if (this.#cell) this.#cell.add(this.#withBullet(text))
    else if (text !== '') {
      this.#addTitle()
      this.#lines.add(this.#withBullet(text))
    }
  }

  #withBullet(text: string): string {
    const bulleted = this.#bullet + text
    this.#bullet = ''
    return bulleted
  }

  #addTitle(): void {
    this.#lines.add(this.#title + (this.#isNotes ? 'Заметки: ' : ''))
    this.#title = ''
    this.#isNotes = false
  }

  #begin(title: string): void {
    this.#lines.endSection()
    this.#title = title
    this.#isNotes = false
  }

  #open({ name, attributes }: XmlElement): void {
    if (name === 'p' || name === 'h') this.#paragraphs += 1
    if (name === 's') this.#add(' '.repeat(Math.min(spacesMax, countIn(attributes['c']))))
    if (name === 'tab') this.#add('\t')
    if (name === 'line-break') this.#add('\n')
    if (name === 'list-item') this.#bullet = '• '
    if (name === 'spreadsheet') this.type = documentTypes.ods
    if (name === 'presentation') this.type = documentTypes.odp
    if (name === 'table' && this.type === documentTypes.ods) this.#begin(`# ${attributes['name'] ?? ''}\n`)
    if (name === 'page') this.#begin(`# Слайд ${++this.#slides}\n`)
    if (name === 'notes') {
      this.#lines.endSection()
      this.#isNotes = true
    }
    if (name === 'table-row') this.#openRow(countIn(attributes['number-rows-repeated']))
    if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(attributes)
    if (name === 'note-citation') this.#citation = ''
    if (name === 'note-body') {
      this.#isInNote = true
      this.#notes.add(`${this.#sign}: `)
    }
  }

  #close(name: string): void {
    if (name === 'p' || name === 'h') {
      this.#paragraphs -= 1
      if (this.#isInNote) this.#notes.endParagraph({ isInCell: false })
      else (this.#cell ?? this.#lines).endParagraph({ isInCell: this.#cell !== null })
    }
    // Of an item without text nothing is left for what follows.
    if (name === 'list-item') this.#bullet = ''
    if (name === 'table-row') this.#closeRow()
    if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell()
    if (name === 'note-citation') {
      this.#sign = `[^${this.#citation ?? ''}]`
      this.#citation = null
      this.#add(this.#sign)
    }
    if (name === 'note-body') this.#isInNote = false
  }

  #openRow(times: number): void {
    this.#rows += 1
    if (this.#rows > 1) return
    this.#row = new Row(this.#lengthMax)
    this.#rowTimes = times
  }

  #closeRow(): void {
    this.#rows -= 1
    if (this.#rows > 0 || !this.#row) return
    if (this.#row.text() !== '') this.#addTitle()
    this.#lines.addRow(this.#row, this.#rowTimes)
    this.#row = null
  }

  #openCell(attributes: XmlElement['attributes']): void {
    this.#cells += 1
    if (this.#cells > 1) return
    this.#cell = new Lines(this.#lengthMax)
    this.#cellTimes = countIn(attributes['number-columns-repeated'])
    // A text shows what its author sees, a sheet what it calculates with.
    this.#cellNumber = this.type === documentTypes.ods ? numberText(attributes) : null
  }

  #closeCell(): void {
    this.#cells -= 1
    if (this.#cells > 0 || !this.#cell) return
    const shown = this.#cell.text()
    // Leading zeros are kept, as those of a taxpayer's number.
    const isPadded = /^0\d+$/.test(shown)
    this.#row?.add(this.#cellNumber === null || isPadded ? shown : this.#cellNumber, this.#cellTimes)
    this.#cell = null
  }
}

/** Whether its files, or all of it, are behind a password. @throws TooMuchWork; another error when it is broken */
export async function isEncrypted(archive: Archive): Promise<boolean> {
  let isFound = false
  if (archive.has(manifest))
    await walkFile(archive, manifest, {
      open: ({ name }) => {
        isFound ||= name === 'encryption-data'
      }
    })
  return isFound
}

/**
 * @param lengthMax of the text in characters
 * @returns its text, and which of the three it is
 * @throws Protected, TooMuchWork, TooLong; another error when it is broken
 */
export async function odfText(archive: Archive, lengthMax: number): Promise<{ text: string; type: string }> {
  if (await isEncrypted(archive)) throw new Protected()
  const walk = new Walk(lengthMax)
  await walkFile(archive, odfMain, withoutLeftOut(isLeftOut, walk.handlers))
  return { text: walk.text(), type: walk.type }
}
