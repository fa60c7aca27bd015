// Text as SVG outlines, so that it looks the same on a machine without fonts. The typeface is the site's own.
import { createRequire } from 'node:module'
import { openSync, type Font } from 'fontkit'

const SUBSETS = ['cyrillic', 'latin', 'cyrillic-ext', 'latin-ext']
const UNITS_PER_EM = 1000
// The font file has the regular weight; a stroke of this many font units makes it bolder.
const BOLD_STROKE = 34

interface Letter {
  /** In ems. */
  advance: number
  /** Data of an SVG path in font units; y points up. */
  outline: string
}

const require = createRequire(import.meta.url)
const letters = new Map<number, Letter>()
let fonts: Font[] | null = null

function openFonts(): Font[] {
  return SUBSETS.map((subset) => {
    const path = require.resolve(`@fontsource-variable/golos-text/files/golos-text-${subset}-wght-normal.woff2`)
    const font = openSync(path)
    if (!('glyphForCodePoint' in font)) throw new Error(`${path} is a collection of fonts.`)
    return font
  })
}

/** The glyph, or the typeface's empty box for a character that it lacks. */
function letterOf(codePoint: number): Letter {
  const known = letters.get(codePoint)
  if (known) return known
  fonts ??= openFonts()
  const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(codePoint)) ?? fonts[0]
  const glyph = font?.glyphForCodePoint(codePoint)
  const letter = { advance: (glyph?.advanceWidth ?? 0) / UNITS_PER_EM, outline: glyph?.path.toSVG() ?? '' }
  letters.set(codePoint, letter)
  return letter
}

const lettersOf = (text: string) => Array.from(text, (character) => letterOf(character.codePointAt(0) ?? 0))

/** Width in ems. */
export function widthOf(text: string): number {
  return lettersOf(text).reduce((sum, { advance }) => sum + advance, 0)
}

/**
 * Breaks the text into lines of at most so many ems. A word longer than a line is broken at any letter; text beyond
 * `linesMax` is replaced by an ellipsis.
 */
export function linesOf(text: string, widthMax: number, linesMax: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((part) => fittingParts(part, widthMax))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= widthMax) line = longer
    else {
      lines.push(line)
      line = word
    }
    if (lines.length > linesMax) break
  }
  if (line !== '') lines.push(line)
  if (lines.length <= linesMax) return lines
  const kept = lines.slice(0, linesMax)
  return [...kept.slice(0, -1), shortened(kept.at(-1) ?? '', widthMax)]
}

function shortened(line: string, widthMax: number): string {
  let text = line
  while (text !== '' && widthOf(`${text}…`) > widthMax) text = text.slice(0, -1).trimEnd()
  return `${text}…`
}

function fittingParts(word: string, widthMax: number): string[] {
  if (word === '' || widthOf(word) <= widthMax) return word === '' ? [] : [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part !== '' && widthOf(part + character) > widthMax) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

export interface Lettering {
  text: string
  /** The left end of the baseline, in pixels. */
  x: number
  y: number
  /** Pixels per em. */
  size: number
  color: string
}

/** One line of text as SVG. */
export function svgOfLine({ text, x, y, size, color }: Lettering): string {
  const scale = size / UNITS_PER_EM
  let left = 0
  const shapes = lettersOf(text).map(({ advance, outline }) => {
    const shape = outline === '' ? '' : `<path transform="translate(${left * UNITS_PER_EM} 0)" d="${outline}"/>`
    left += advance
    return shape
  })
  const style = `fill="${color}" stroke="${color}" stroke-width="${BOLD_STROKE}" stroke-linejoin="round"`
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" ${style}>${shapes.join('')}</g>`
}
