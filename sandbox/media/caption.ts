import { linesOf, svgOfLine } from './lettering.ts'

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
