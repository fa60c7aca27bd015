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
function widthOf(text: string): number {
  return lettersOf(text).reduce((sum, { advance }) => sum + advance, 0)
}

/**
 * Breaks the text into lines of at most so many ems. A word longer than a line is broken at any letter; text beyond
 * `linesMax` is replaced by an ellipsis.
 */
function linesOf(text: string, widthMax: number, linesMax: number): string[] {
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

interface Lettering {
  text: string
  /** The left end of the baseline, in pixels. */
  x: number
  y: number
  /** Pixels per em. */
  size: number
  color: string
}

/** One line of text as SVG. */
function svgOfLine({ text, x, y, size, color }: Lettering): string {
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

const LINE_HEIGHT = 1.3
const LARGEST = 1 / 16
const SMALLEST_PX = 13
// A caption covers at most this part of the picture's height.
const SHARE = 0.55

export type CaptionPlace = 'top' | 'foot'

/** The text on a dark panel across the picture; short texts get larger letters. */
export function svgOfCaption(text: string, width: number, height: number, place: CaptionPlace = 'foot'): string {
  const shown = text.trim()
  if (shown === '') return ''
  const margin = Math.round(Math.min(width, height) / 20)
  const { size, lines } = fitted(shown, width - margin * 4, height * SHARE, Math.min(width, height) * LARGEST)
  const panelHeight = lines.length * size * LINE_HEIGHT + margin * 1.6
  const top = place === 'top' ? margin : height - margin - panelHeight
  const radius = Math.round(margin * 0.8)
  const panel = `<rect x="${margin}" y="${top}" width="${width - margin * 2}" height="${panelHeight}" rx="${radius}" fill="#0b1020" fill-opacity="0.75"/>`
  const rows = lines.map((line, index) =>
    svgOfLine({
      text: line,
      x: margin * 2,
      y: top + margin * 0.8 + size * (0.95 + index * LINE_HEIGHT),
      size,
      color: '#ffffff'
    })
  )
  return panel + rows.join('')
}

function fitted(text: string, widthPx: number, heightPx: number, largestPx: number) {
  let size = Math.max(largestPx, SMALLEST_PX)
  for (;;) {
    const linesMax = Math.max(1, Math.floor(heightPx / (size * LINE_HEIGHT)))
    const lines = linesOf(text, widthPx / size, linesMax)
    if (!lines.at(-1)?.endsWith('…') || size <= SMALLEST_PX) return { size, lines }
    size = Math.max(size * 0.85, SMALLEST_PX)
  }
}
