// Cuts markdown into top-level blocks while it arrives. A closed block is final, so it is parsed and drawn once however
// long the answer is; only the open block is parsed again. Too few cuts do no harm, because a block is parsed as markdown
// anyway; a cut inside a construct would change its meaning.
import { maskFormulas } from './formula-source.ts'

// Recognizes lines of markdown by CommonMark 0.31: fences (4.5), list markers (5.2) and indentation.

export interface Fence {
  marker: string
  length: number
  indent: number
  language: string
}

const isBlank = (line: string): boolean => !/[^ \t\n]/.test(line)

/** Columns before the first character; a tab fills up to the next multiple of four. */
function indentOf(line: string): number {
  let column = 0
  for (const character of line) {
    if (character === ' ') column += 1
    else if (character === '\t') column += 4 - (column % 4)
    else break
  }
  return column
}

/** The code fence that a line opens. A line with another backtick after the fence is inline code. */
function fenceOf(line: string): Fence | null {
  const [, spaces = '', fence = '', info = ''] = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,}(?!~))(.*)$/.exec(line) ?? []
  const marker = fence[0]
  if (marker === undefined) return null
  const language = /^\s*(\S{0,40})/.exec(info)?.[1] ?? ''
  return { marker, length: fence.length, indent: spaces.length, language }
}

function fenceCloses(fence: Fence, line: string): boolean {
  const [, run = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
  return run.startsWith(fence.marker) && run.length >= fence.length
}

/** Columns of a list marker and the space after it; 0 for any other line. */
export function markerWidth(line: string): number {
  const [, marker = '', space = ''] = /^[ \t]*([-*+]|\d{1,9}[.)])([ \t]+|$)/.exec(line) ?? []
  if (marker === '') return 0
  // Five or more spaces begin indented code: then only one belongs to the marker.
  return marker.length + (space.length >= 1 && space.length <= 4 ? space.length : 1)
}

/** The line below the head of a table whose rows begin with a bar. */
const isTableRule = (line: string): boolean => /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/.test(line)

export interface Block {
  kind: 'markdown' | 'code'
  /** The markdown itself, or the body of a fenced block of code. */
  source: string
  /** The first word after the opening fence; empty for markdown. */
  language: string
  /** An open block is still growing. */
  closed: boolean
  /** The text ends within it, in the middle of what the model would have said. */
  isCut?: true
}

/** After so many characters the kind of a line is known: a space, nine digits, a dot and a space. */
const headLength = 12
/** A longer list (in characters) continues in a new block at its next item. */
const listLengthMax = 6000
/** A longer table continues in a new block at its next row, below the same head; the longer the head, the later. */
const tableLengthMax = 4000
/** A longer paragraph continues in a new one at its next line. */
const paragraphLengthMax = 6000

export class BlockSplitter {
  readonly #closed: Block[] = []
  /** Whole lines of the open block. */
  #source = ''
  /** The line that has no end yet. */
  #line = ''
  #lineJudged = false
  #carriageReturn = false
  #afterBlank = false
  #fence: Fence | null = null
  #inList = false
  /** Column where the text of the outermost list item begins: a line with less indentation is outside the list. */
  #itemIndent = 0
  /** Both lines of the head of a table that is open. */
  #tableHead = ''
  /** An open paragraph that is no longer need not be cut. */
  #uncutLength = paragraphLengthMax

  /** Closed blocks in order; always the same array, which grows. */
  get closed(): readonly Block[] {
    return this.#closed
  }

  /** Number of characters that each change parses again. */
  get openLength(): number {
    return this.#source.length + this.#line.length
  }

  /** The fence whose end has not come. Those in lists and quotes end with these. */
  get openFence(): Fence | null {
    return this.#fence
  }

  feed(text: string) {
    const clean = this.#unifyLineEndings(text)
    let from = 0
    for (let end = clean.indexOf('\n'); end !== -1; end = clean.indexOf('\n', from)) {
      this.#line += clean.slice(from, end)
      this.#endLine()
      from = end + 1
    }
    if (from === clean.length) return
    this.#line += clean.slice(from)
    if (!this.#lineJudged && this.#line.length >= headLength && !this.#fence) this.#judge()
  }

  /** No more text comes: the open block is closed as it is. @param isCut the answer has no end */
  finish(isCut = false) {
    if (this.#line !== '') this.#endLine()
    this.#close(isCut)
  }

  /** The block that still grows; null between blocks. */
  open(): Block | null {
    if (this.#fence) return { ...this.#code(this.#fence), closed: false }
    const source = this.#source + this.#line
    return isBlank(source) ? null : { kind: 'markdown', source, language: '', closed: false }
  }

  #unifyLineEndings(text: string): string {
    if (!this.#carriageReturn && !text.includes('\r')) return text
    const whole = this.#carriageReturn ? `\r${text}` : text
    this.#carriageReturn = whole.endsWith('\r')
    return (this.#carriageReturn ? whole.slice(0, -1) : whole).replaceAll(/\r\n?/g, '\n')
  }

  #endLine() {
    const line = this.#line
    if (this.#fence) {
      if (fenceCloses(this.#fence, line)) this.#close()
      else this.#source += `${line}\n`
    } else {
      if (!this.#lineJudged) this.#judge()
      this.#keep(line)
    }
    this.#line = ''
    this.#lineJudged = false
  }

  /** Whether the line begins a new block, decided from its first characters alone. */
  #judge() {
    this.#lineJudged = true
    const line = this.#line
    if (isBlank(line) || this.#source === '') return
    const indent = indentOf(line)
    const isItem = markerWidth(line) > 0
    const listIsLong = this.#inList && this.#source.length > listLengthMax && indent === 0
    const begins = isItem && this.#inList ? listIsLong : this.#afterBlank && indent <= 1
    if (begins) return this.#close()
    if (this.#inList || this.#afterBlank) return
    const head = this.#tableHead
    if (head !== '' && line.startsWith('|') && this.#source.length > tableLengthMax + 3 * head.length) {
      this.#close()
      this.#source = this.#tableHead = head
    } else if (head === '' && this.#isLongParagraph(line)) this.#close()
  }

  #isLongParagraph(line: string): boolean {
    if (this.#source.length <= this.#uncutLength || !/^\p{L}/u.test(line)) return false
    // Not with each line: the begin of a formula that has no end would be read again and again.
    this.#uncutLength = this.#source.length + paragraphLengthMax
    return !/^ {0,3}>/m.test(this.#source) && maskFormulas(this.#source, true).formulas.every(({ closed }) => closed)
  }

  #keep(line: string) {
    if (isBlank(line)) {
      this.#afterBlank = true
      if (this.#source !== '') this.#source += `${line}\n`
      return
    }
    this.#afterBlank = false
    const indent = indentOf(line)
    // Lines of a list item, code included, are left to the markdown parser.
    if (!this.#inList || indent < this.#itemIndent) {
      const fence = fenceOf(line)
      if (fence) return this.#openFence(fence)
      const width = indent <= 3 ? markerWidth(line) : 0
      if (width > 0) this.#enterItem(indent + width)
      else if (!this.#inList && isTableRule(line)) {
        const above = this.#source.slice(this.#source.lastIndexOf('\n', this.#source.length - 2) + 1)
        if (above.startsWith('|')) this.#tableHead = `${above}${line}\n`
      }
    }
    this.#source += `${line}\n`
  }

  #openFence(fence: Fence) {
    this.#close()
    this.#fence = fence
  }

  #enterItem(indent: number) {
    this.#inList = true
    this.#itemIndent = indent
  }

  #code(fence: Fence): Block {
    // A line that may become the closing fence is not shown as code yet.
    const line = /^ {0,3}[`~]+ *$/.test(this.#line) ? '' : this.#line
    const lines = (this.#source + line).replace(/\n$/, '')
    const source = fence.indent === 0 ? lines : lines.replaceAll(new RegExp(`^ {1,${fence.indent}}`, 'gm'), '')
    return { kind: 'code', source, language: fence.language, closed: true }
  }

  #close(isCut = false) {
    if (this.#fence) this.#closed.push(this.#code(this.#fence))
    else if (!isBlank(this.#source))
      this.#closed.push({
        kind: 'markdown',
        source: this.#source,
        language: '',
        closed: true,
        ...(isCut && { isCut })
      })
    this.#source = ''
    this.#fence = null
    this.#inList = false
    this.#afterBlank = false
    this.#tableHead = ''
    this.#uncutLength = paragraphLengthMax
  }
}
