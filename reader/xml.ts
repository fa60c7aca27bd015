// Walks an XML file from its beginning to its end, without keeping it. Names come without their prefix, because files use any,
// even undeclared ones.
import { SaxesParser } from 'saxes'
import { TooLong, TooMuchWork } from './endings.ts'

export interface XmlElement {
  /** Without the prefix. */
  name: string
  /** By their names without the prefix. */
  attributes: Readonly<Record<string, string>>
  /** The attribute `id` that has a prefix: it names a relationship, and may stand beside another `id`. */
  relationship: string
}

export interface XmlHandlers {
  open?: (element: XmlElement) => void
  close?: (name: string) => void
  /** Text and CDATA, in pieces. */
  text?: (text: string) => void
}

/** The longest name, value or text, which is held until it ends. */
const pieceLengthMax = 1_000_000

/** Deeper than any editor nests: the path of open elements is held in memory. */
const depthMax = 1000
/** The most attributes of one element, which are held until the element is complete. */
const attributesMax = 1000

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * @returns takes the text of the file piece by piece; `null` is its end
 * @throws Error at the first piece that is not XML; TooMuchWork, TooLong; what the handlers throw
 */
export function xmlWalker({ open, close, text }: XmlHandlers): (piece: string | null) => void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  /** Characters since the last complete name, value or text. */
  let kept = 0
  let attributesCount = 0
  parser.on('error', (error) => {
    throw error
  })
  parser.on('attribute', () => {
    kept = 0
    attributesCount += 1
    if (attributesCount > attributesMax) throw new TooMuchWork()
  })
  parser.on('opentag', ({ name, attributes }) => {
    kept = 0
    attributesCount = 0
    depth += 1
    if (depth > depthMax) throw new TooMuchWork()
    const written = Object.entries(attributes)
    open?.({
      name: withoutPrefix(name),
      attributes: Object.fromEntries(written.map(([attribute, value]) => [withoutPrefix(attribute), value])),
      relationship: written.find(([attribute]) => attribute.endsWith(':id'))?.[1] ?? ''
    })
  })
  parser.on('closetag', ({ name }) => {
    kept = 0
    depth -= 1
    close?.(withoutPrefix(name))
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  return (piece) => {
    if (piece === null) return void parser.close()
    kept += piece.length
    parser.write(piece)
    if (kept > pieceLengthMax) throw new TooLong()
  }
}
