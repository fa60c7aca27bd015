// How a document looks: A4, letters of Word that have Cyrillic, headings that its navigation lists.
import { AlignmentType, type ILevelsOptions, LevelFormat, type NumberingDefinition } from 'docx'

const ink = '262420'
export const faint = '6B675F'
const heading = (size: number, before: number) => ({
  run: { font: 'Calibri', size, bold: true, color: ink },
  paragraph: { spacing: { before, after: 100 }, keepNext: true }
})

export const styles = {
  default: {
    document: {
      run: { font: 'Calibri', size: 22, color: ink, language: { value: 'ru-RU' } }
    },
    heading1: heading(36, 0),
    heading2: heading(26, 360),
    heading3: heading(28, 280),
    heading4: heading(25, 240),
    heading5: heading(23, 200),
    heading6: heading(22, 200)
  }
}

/** Of A4, in twentieths of a point like all lengths here. */
const pageWidth = 11_906
const margin = 1134
/** Between the margins. */
export const textWidth = pageWidth - 2 * margin

export const page = {
  size: { width: pageWidth, height: 16_838 },
  margin: { top: margin, bottom: margin, left: margin, right: margin }
}

/** A document has nine levels of lists. */
export const levelMax = 8
export const levelIndent = 480
export const hanging = 360

const levels = (format: NonNullable<ILevelsOptions['format']>, textOf: (level: number) => string, start: number) =>
  Array.from({ length: levelMax + 1 }, (_, level) => ({
    level,
    format,
    text: textOf(level),
    start,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: levelIndent * (level + 1), hanging } } }
  }))

const signs = ['•', '◦', '▪']
const bullets: NumberingDefinition = {
  reference: 'bullets',
  levels: levels(LevelFormat.BULLET, (level) => signs[level % signs.length]!, 1)
}

/** Word stores no larger number. */
const startMax = 32_767

/** The lists of a document: each counts for itself, from its own first number. */
export class Lists {
  readonly #numbered = new Map<number, NumberingDefinition>()
  #count = 0

  /** How the items of one more list are numbered. @param start null: they are not */
  next(start: number | null): { reference: NumberingDefinition; instance: number } {
    this.#count += 1
    return { reference: start === null ? bullets : this.#from(Math.min(start, startMax)), instance: this.#count }
  }

  #from(start: number): NumberingDefinition {
    const known = this.#numbered.get(start)
    if (known) return known
    const made = {
      reference: `numbered-${start}`,
      levels: levels(LevelFormat.DECIMAL, (level) => `%${level + 1}.`, start)
    }
    this.#numbered.set(start, made)
    return made
  }
}
