// Where the blocks of an answer stand in a Word document: their indentation, the bars of quotes, and their direction.
import { BorderStyle, type IParagraphOptions } from 'docx'
import { faint, levelIndent, type Lists } from './docx-styles.ts'
import { isFromRight, type OfAnswer, type Style, type Words } from './docx-text.ts'

/** Where a block stands: in lists so deep, in so many quotes. */
export interface Place {
  level: number
  quotes: number
  /** Whether the list or quote around it is written from the right. Outside of them each block decides for itself. */
  isRight?: boolean
  answer: OfAnswer
  lists: Lists
}

/** The place within a list or quote: the outermost one decides the direction of all that is in it, as on the page. */
export const inside = (place: Place, nodes: readonly Words[]): Place => ({
  ...place,
  isRight: place.isRight ?? isFromRight(nodes)
})

export const styleOf = ({ quotes }: Place): Style => (quotes > 0 ? { color: faint } : {})

export const leftOf = ({ level, quotes }: Place): number => levelIndent * (level + 1) + 360 * quotes

type Standing = Pick<IParagraphOptions, 'indent' | 'border' | 'bidirectional'>

/** The bar of a quote stands so far beside its text; Word takes no more than 31 points. */
const barSpace = 160
const barSpaceMax = 31

/** What all paragraphs at a place have. @param hangs the first line begins with the sign of a list */
export function standing(place: Place, isRight = place.isRight ?? false, hangs = 0): Standing {
  const left = leftOf(place)
  const fromText = (left - hangs - 360 * place.quotes + barSpace) / 20
  const bar = { style: BorderStyle.SINGLE, size: 12, space: Math.min(fromText, barSpaceMax), color: 'C9C5BD' }
  // Word means by the left of an indentation where the paragraph begins, and by that of a bar the left of the page.
  const indent = place.isRight === true && !isRight ? { right: left } : { left, ...(hangs > 0 && { hanging: hangs }) }
  return {
    ...(left > 0 && { indent }),
    ...(place.quotes > 0 && { border: place.isRight === true ? { right: bar } : { left: bar } }),
    ...(isRight && { bidirectional: true })
  }
}
