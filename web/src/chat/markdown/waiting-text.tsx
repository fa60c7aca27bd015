// What stands in the place of a part of a page that is not drawn yet, so that the browser finds its words in the page.
import { beginningOf } from '#contract/cut-text.ts'

/** In characters. A longer text is laid out piece by piece, and only where the user is. */
const pieceLength = 2000

export const WaitingText = ({ text }: { text: string }) =>
  piecesOf(text).map((piece, index, { length }) => (
    <p
      // oxlint-disable-next-line react/no-array-index-key -- the text never changes
      key={index}
      className={length === 1 ? undefined : 'late'}
      style={length === 1 ? undefined : { containIntrinsicBlockSize: `auto ${heightOf(piece)}px` }}
    >
      {piece}
    </p>
  ))

/** Cut between two lines, or between two words of a long line, or anywhere in a long word. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (text.length - from > 2 * pieceLength) {
    const line = text.indexOf('\n', from + pieceLength)
    const longest = from + 2 * pieceLength
    const gap = line !== -1 && line < longest ? line : text.lastIndexOf(' ', longest)
    const end = gap > from ? gap : from + beginningOf(text.slice(from, longest + pieceLength), 2 * pieceLength).length
    pieces.push(text.slice(from, end))
    from = gap > from ? gap + 1 : end
  }
  return [...pieces, text.slice(from)]
}

/** About as high as the text will be, in a column of some seventy characters. */
export function heightOf(text: string): number {
  let lines = 0
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    lines += to === from ? 0.4 : Math.ceil((to - from) / 72)
    from = to + 1
  }
  return Math.round(24 + lines * 26)
}
