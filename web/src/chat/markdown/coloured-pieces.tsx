import { use, useEffect, useState } from 'react'
import { takeTurn } from '../../base/ui/frame-turns.ts'
import { OnPaper } from './late.tsx'
import type { Piece } from './highlight.ts'

/** A frame adds about so many elements: two hundred at once hold up a slow device. */
const elementsPerStep = 50

interface PiecesProps {
  code: string
  /** Null while it has no colours. */
  pieces: readonly Piece[] | null
}

/** Code that got its colours while it was read gets them from its begin to its end, some in each frame; what is opened has them at once. */
export function ColouredPieces({ code, pieces }: PiecesProps) {
  const [shown, setShown] = useState(pieces?.length ?? 0)
  const onPaper = use(OnPaper)
  const isWhole = pieces === null || onPaper || shown >= pieces.length
  useEffect(() => {
    if (!isWhole) return takeTurn(() => setShown(stepFrom(pieces, shown)))
  }, [pieces, shown, isWhole])
  if (!pieces) return code
  const coloured = isWhole ? pieces : pieces.slice(0, shown)
  return (
    <>
      {coloured.map(drawn)}
      {/* oxlint-disable-next-line own/text-beside -- code is not translated */}
      {isWhole ? null : code.slice(coloured.reduce((sum, piece) => sum + lengthOf(piece), 0))}
    </>
  )
}

/** Where the step ends that begins at this piece. */
function stepFrom(pieces: readonly Piece[], from: number): number {
  let to = from
  for (let elements = 0; to < pieces.length && elements < elementsPerStep; to += 1) elements += elementsIn(pieces[to]!)
  return to
}

const elementsIn = (piece: Piece): number =>
  typeof piece === 'string' ? 0 : piece.pieces.reduce((sum, inner) => sum + elementsIn(inner), 1)

const lengthOf = (piece: Piece): number =>
  typeof piece === 'string' ? piece.length : piece.pieces.reduce((sum, inner) => sum + lengthOf(inner), 0)

const drawn = (piece: Piece, index: number) =>
  typeof piece === 'string' ? (
    piece
  ) : (
    // oxlint-disable-next-line react/no-array-index-key -- the code never changes once it is coloured
    <span key={index} className={piece.className}>
      {piece.pieces.map(drawn)}
    </span>
  )
