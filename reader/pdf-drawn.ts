// Where a page draws its texts: finds texts that are drawn twice for effect, and texts in or beside a form's field.

/** A piece of text from pdf.js, with the fields that are used here. */
export interface TextItem {
  /** A wide space is a piece of its own. */
  str: string
  /** `rtl` for letters that are read from right to left; pdf.js has put those of one piece in order. */
  dir: string
  /** A matrix: its first two numbers are the direction of the line, the last two where the piece begins, in points. */
  transform: readonly number[]
  width: number
  height: number
  /** The line ends after it. */
  hasEOL: boolean
}

/** The most equal pieces that are compared, as letters of a row or dashes of a table; a second drawing is found at once. */
const placesMax = 100
/** In heights of a letter: shadows and bold copies are nearer, the next letter is farther. */
const twiceMax = 0.15

/** The most comparisons to name the fields of a page; a large form needs a tenth. */
const looksMax = 1_000_000
/** How far the name of a field may be away from it, and of a box, in points. */
const nameGapMax = 150
const boxGapMax = 30
/** How far adjacent fields and texts may overlap. */
const slack = 3

type Place = readonly [x: number, y: number]

/** Each line is an item of its own, and spaces between words vary. */
const wordsOf = (text: string): string => text.replaceAll(/\s/g, '')

export class DrawnTexts {
  /** Places by text. */
  readonly #places = new Map<string, Place[]>()
  readonly #pieces: TextItem[] = []
  #looks = 0

  /** Remembers a text. @returns whether it stands at the same place already */
  add(item: TextItem): boolean {
    const { str, transform, height } = item
    const words = wordsOf(str)
    if (words === '') return false
    const [x = 0, y = 0] = transform.slice(4)
    const places = this.#places.get(words) ?? []
    const near = height * twiceMax
    if (places.some(([otherX, otherY]) => Math.abs(otherX - x) < near && Math.abs(otherY - y) < near)) return true
    if (places.length < placesMax) places.push([x, y])
    this.#places.set(words, places)
    this.#pieces.push(item)
    return false
  }

  /** Whether each line of a text begins in a rectangle: left, bottom, right and top. */
  has(text: string, [left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): boolean {
    const isInside = ([x, y]: Place) => x >= left && x <= right && y >= bottom && y <= top
    return text.split('\n').every((line) => {
      const words = wordsOf(line)
      return words === '' || this.#places.get(words)?.some(isInside)
    })
  }

  /** The text left of a field, on its line; empty when there is none. */
  before([left = 0, bottom = 0, , top = 0]: readonly number[]): string {
    return this.#nearest([bottom, top], nameGapMax, (from, to) => (from < left ? left - to : Infinity))
  }

  /** The nearest text left or right of a box, on its line; empty when there is none. */
  beside([left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): string {
    return this.#nearest([bottom, top], boxGapMax, (from, to) => (from < left ? left - to : from - right))
  }

  /** @param gapTo from where a text begins and ends; negative when they overlap */
  #nearest([bottom, top]: Place, gapMax: number, gapTo: (from: number, to: number) => number): string {
    this.#looks += this.#pieces.length
    if (this.#looks > looksMax) return ''
    let nearest = ''
    let least = gapMax
    for (const { str, width, transform } of this.#pieces) {
      const [x = 0, y = 0] = transform.slice(4)
      const gap = y < bottom - slack || y > top ? Infinity : gapTo(x, x + width)
      if (gap < -slack || gap >= least) continue
      nearest = str
      least = gap
    }
    return nearest
  }
}
