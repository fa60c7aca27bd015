import type { Lines } from './lines.ts'
import type { XmlElement, XmlHandlers } from './xml.ts'

interface Kinds {
  /** The text of an element without content. */
  signOf: (element: XmlElement) => string
  /** Called before each piece of text. */
  beforeText?: () => void
}

/** Adds the text of paragraphs and tables, whose elements have the same names in Word and PowerPoint. */
export function paragraphHandlers(lines: Lines, { signOf, beforeText }: Kinds): Required<XmlHandlers> {
  let cells = 0
  let texts = 0
  return {
    open: (element) => {
      if (element.name === 't') texts += 1
      if (element.name === 'tc') cells += 1
      lines.add(signOf(element))
    },
    close: (name) => {
      if (name === 't') texts -= 1
      if (name === 'p') lines.endParagraph({ isInCell: cells > 0 })
      if (name === 'tr') lines.endRow()
      if (name !== 'tc') return
      cells -= 1
      lines.endCell()
    },
    text: (text) => {
      if (texts === 0) return
      beforeText?.()
      lines.add(text)
    }
  }
}
