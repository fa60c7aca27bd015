// The text of a file of OpenOffice (ODF 1.3, part 3): an ODT, ODS or ODP. One file in the archive has all of it.
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
 * Skipped elements: deleted text, comments, descriptions of pictures, prompts for people who fill in a form, pronunciations of Asian
 * words, and numbers that the program fills in.
 */
const leftOut = new Set('tracked-changes annotation title desc content-validations ruby-text page-number'.split(' '))
const isLeftOut = ({ name }: XmlElement): boolean => leftOut.has(name)

/** The longest mark of a note, in characters. */
const citationLengthMax = 100
/** The most consecutive spaces that are kept; the file stores only their number. */
const spacesMax = 100

const countIn = (written: string | undefined): number => Math.max(1, Math.trunc(Number(written)) || 1)

/** The number of a cell, given whole; null for a date, or for no number. */
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
  /** The texts of notes, which the file has in the middle of their sentences. */
  readonly #notes: Lines
  #isInNote = false
  /** The mark of the note that is being read; null: none is. */
  #citation: string | null = null
  #sign = ''
  /** The heading before the next text: the name of its sheet or slide. */
  #title = ''
  /** Whether the notes of a slide come next. */
  #isNotes = false
  /** The bullet before the next text of a list. */
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
  /** Null: the shown text counts, as for a text or a date. */
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

  /** The whole text, with the notes at the end. */
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
    // The bullet of an item without text must not pass to the next text.
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
    // In a text document the shown form counts, in a sheet the exact number.
    this.#cellNumber = this.type === documentTypes.ods ? numberText(attributes) : null
  }

  #closeCell(): void {
    this.#cells -= 1
    if (this.#cells > 0 || !this.#cell) return
    const shown = this.#cell.text()
    // Leading zeros are kept, as in a taxpayer's number.
    const isPadded = /^0\d+$/.test(shown)
    this.#row?.add(this.#cellNumber === null || isPadded ? shown : this.#cellNumber, this.#cellTimes)
    this.#cell = null
  }
}

/** Whether its files, or the whole archive, are encrypted with a password. @throws TooMuchWork; another error when it is broken */
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
 * @returns its text, and its type: ODT, ODS or ODP
 * @throws Protected, TooMuchWork, TooLong; another error when it is broken
 */
export async function odfText(archive: Archive, lengthMax: number): Promise<{ text: string; type: string }> {
  if (await isEncrypted(archive)) throw new Protected()
  const walk = new Walk(lengthMax)
  await walkFile(archive, odfMain, withoutLeftOut(isLeftOut, walk.handlers))
  return { text: walk.text(), type: walk.type }
}
