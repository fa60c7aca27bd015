// Where a page draws its texts: what is drawn twice for its looks, and what a form's field shows that the page draws as well.
import type { TextItem } from './pdf-line.ts'

/** As in letters of a row or dashes of a table; what is drawn twice is found at once. */
const placesMax = 100
/** Of a letter's height: shadows and boldness are nearer, the next letter is farther. */
const twiceMax = 0.15

type Place = readonly [x: number, y: number]

/** Lines of what is written over several are items of their own, and spaces between words may be any. */
const wordsOf = (text: string): string => text.replaceAll(/\s/g, '')

export class DrawnTexts {
  /** Places by text. */
  readonly #places = new Map<string, Place[]>()

  /** Remembers a text. @returns whether it stands at the same place already */
  add({ str, transform, height }: TextItem): boolean {
    const words = wordsOf(str)
    if (words === '') return false
    const [x = 0, y = 0] = transform.slice(4)
    const places = this.#places.get(words) ?? []
    const near = height * twiceMax
    if (places.some(([otherX, otherY]) => Math.abs(otherX - x) < near && Math.abs(otherY - y) < near)) return true
    if (places.length < placesMax) places.push([x, y])
    this.#places.set(words, places)
    return false
  }

  /** @param rect left, bottom, right and top, where each line of the text begins */
  has(text: string, [left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): boolean {
    const isInside = ([x, y]: Place) => x >= left && x <= right && y >= bottom && y <= top
    return text.split('\n').every((line) => {
      const words = wordsOf(line)
      return words === '' || this.#places.get(words)?.some(isInside)
    })
  }
}
