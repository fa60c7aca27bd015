// The text of an RTF file (Rich Text Format 1.9.1). Names of fonts, styles and the like are in groups of
// their own, "destinations", which are not text.
import type { Work } from '#formats/work.ts'
import { encodingOfCharset, encodingOfPage } from './code-pages.ts'
import { TooMuchWork } from './endings.ts'
import { Lines } from './lines.ts'
import { eachRtfToken, type RtfToken } from './rtf-tokens.ts'
import { isNoText, paragraphEnds, signs, symbolText } from './rtf-words.ts'

/** Deeper than any editor nests. */
const depthMax = 1000

/** Further fonts are ignored. */
const fontsMax = 10_000

/** The state that a closing brace restores. */
interface Group {
  isText: boolean
  isDeleted: boolean
  /** The encoding of its bytes; null: that of the whole file. */
  encoding: string | null
  /** How many characters behind a number of Unicode repeat it for old readers. */
  repeated: number
  isFontTable: boolean
  isNote: boolean
}

const fromTheBegin: Group = {
  isText: true,
  isDeleted: false,
  encoding: null,
  repeated: 1,
  isFontTable: false,
  isNote: false
}

class Walk {
  readonly #lines: Lines
  readonly #notes: Lines
  readonly #outer: Group[] = []
  #group: Group = { ...fromTheBegin }
  #notesCount = 0
  /** Whether a reader that does not know the next word may skip its group. */
  #isOptional = false
  #isInTable = false
  #encoding = encodingOfPage(1252)
  /** The encoding of each font. */
  readonly #fonts = new Map<number, string | null>()
  /** The font that the font table is defining. */
  #font = 0
  #usualFont = 0
  /** Characters still to be skipped. */
  #repeated = 0
  readonly #decoders = new Map<string, TextDecoder>()
  /** The decoder that may still have half a character. */
  #open: TextDecoder | null = null

  constructor(lengthMax: number) {
    this.#lines = new Lines(lengthMax)
    this.#notes = new Lines(lengthMax)
  }

  take(token: RtfToken): void {
    if (token.kind === 'bytes') return this.#addBytes(token.bytes)
    this.#endBytes()
    this.#repeated = 0
    if (token.kind === 'open') return this.#begin()
    if (token.kind === 'close') return this.#end()
    const isOptional = this.#isOptional
    this.#isOptional = token.name === '*'
    const { name, value } = token
    if (isNoText(name, isOptional)) this.#group.isText = false
    if (this.#group.isFontTable) this.#describeFont(name, value)
    else this.#word(name, value)
  }

  /** The whole text, with the notes at the end. */
  text(): string {
    this.#endBytes()
    if (this.#notes.isEmpty) return this.#lines.text()
    this.#lines.endSection()
    this.#lines.add(this.#notes.text())
    return this.#lines.text()
  }

  #begin(): void {
    if (this.#outer.length >= depthMax) throw new TooMuchWork()
    this.#outer.push(this.#group)
    this.#group = { ...this.#group }
  }

  #end(): void {
    const { isNote } = this.#group
    this.#group = this.#outer.pop() ?? this.#group
    if (isNote && !this.#group.isNote) this.#notes.endParagraph({ isInCell: false })
  }

  get #to(): Lines {
    return this.#group.isNote ? this.#notes : this.#lines
  }

  get #isShown(): boolean {
    return this.#group.isText && !this.#group.isDeleted
  }

  #add(text: string): void {
    if (this.#isShown) this.#to.add(text)
  }

  #describeFont(name: string, value: number | null): void {
    if (value === null || this.#fonts.size >= fontsMax) return
    if (name === 'f') this.#font = value
    if (name === 'fcharset') this.#fonts.set(this.#font, encodingOfCharset(value))
    if (name === 'cpg') this.#fonts.set(this.#font, encodingOfPage(value))
  }

  #word(name: string, value: number | null): void {
    if (name === 'u' && value !== null) {
      this.#add(symbolText(value & 0xffff))
      this.#repeated = this.#group.repeated
      return
    }
    if (this.#isShown) this.#breakAt(name)
    this.#change(name, value)
  }

  #breakAt(name: string): void {
    const sign = signs.get(name)
    if (sign !== undefined) return this.#to.add(sign)
    if (paragraphEnds.has(name)) this.#to.endParagraph({ isInCell: this.#isInTable && !this.#group.isNote })
    if (name === 'cell' || name === 'nestcell') this.#to.endCell()
    if (name === 'row' || name === 'nestrow') this.#to.endRow()
    if (name === 'footnote') this.#beginNote()
  }

  #beginNote(): void {
    this.#notesCount += 1
    const sign = `[^${this.#notesCount}]`
    this.#to.add(sign)
    this.#group.isNote = true
    this.#notes.add(`${sign}: `)
  }

  #change(name: string, value: number | null): void {
    const group = this.#group
    switch (name) {
      case 'fonttbl':
        group.isFontTable = true
        break
      case 'ansicpg':
        this.#encoding = encodingOfPage(value ?? 0)
        break
      case 'mac':
        this.#encoding = encodingOfPage(10_000)
        break
      case 'deff':
        this.#usualFont = value ?? 0
        break
      case 'f':
        group.encoding = this.#fonts.get(value ?? 0) ?? null
        break
      case 'plain':
        group.encoding = this.#fonts.get(this.#usualFont) ?? null
        group.isDeleted = false
        break
      case 'deleted':
        group.isDeleted = value !== 0
        break
      case 'uc':
        group.repeated = Math.max(0, value ?? 1)
        break
      case 'pard':
      case 'intbl':
        this.#isInTable = name === 'intbl'
        break
      default:
    }
  }

  #addBytes(all: Uint8Array): void {
    const left = Math.min(this.#repeated, all.length)
    this.#repeated -= left
    if (left === all.length || !this.#isShown) return
    const encoding = this.#group.encoding ?? this.#encoding
    const decoder = this.#decoders.get(encoding) ?? new TextDecoder(encoding)
    this.#decoders.set(encoding, decoder)
    this.#open = decoder
    this.#add(decoder.decode(all.subarray(left), { stream: true }))
  }

  /** Half a character at the end of bytes becomes U+FFFD. */
  #endBytes(): void {
    const decoder = this.#open
    this.#open = null
    if (decoder) this.#add(decoder.decode())
  }
}

/**
 * @param lengthMax of the text in characters
 * @throws TooMuchWork, TooLong
 */
export async function rtfText(bytes: Uint8Array, lengthMax: number, work: Work): Promise<string> {
  const walk = new Walk(lengthMax)
  await eachRtfToken(bytes, work, (token) => walk.take(token))
  return walk.text()
}
