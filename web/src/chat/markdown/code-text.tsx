import { useDeferredValue, useEffect, useMemo, useSyncExternalStore, use, useState } from 'react'
import { takeTurn } from '../../base/ui/frame-turns.ts'
import { languageName } from './languages.ts'
import { Late, OnPaper, lateModule } from './late.tsx'
import type { Piece } from './highlight.ts'

/** Shorter code is one part. In characters: so much is coloured within a frame, also on a slow phone. */
const lengthMin = 1500
/** A part ends here at the latest, unless a single line is longer. */
const lengthMax = 3000

/**
 * Cuts long code into parts of whole lines, which are coloured and laid out one by one. A part ends before a line that begins
 * something new: after a blank line and without indentation, where nothing that has a colour goes on, as a rule. Where code
 * is appended, only its last part changes.
 */
export function partsOfCode(code: string): readonly string[] {
  if (code.length <= lengthMin) return [code]
  const parts: string[] = []
  let from = 0
  let isBlank = false
  for (let line = 0; line < code.length;) {
    const end = code.indexOf('\n', line)
    const length = line - from
    const beginsAnew = isBlank && /\S/.test(code.charAt(line))
    if (length > lengthMax || (length > lengthMin && beginsAnew)) {
      parts.push(code.slice(from, line))
      from = line
    }
    if (end === -1) break
    isBlank = code.slice(line, end).trim() === ''
    line = end + 1
  }
  return [...parts, code.slice(from)]
}

export interface Code {
  code: string
  /** As the model wrote it; empty when the model named none. */
  language: string
  /** Whether the last line is here. Colours and diagrams wait for it: until then each line could still change. */
  closed: boolean
}

/** The code itself. Long code is cut into parts, so that each step of a stream draws and lays out only the last of them. */
export function CodeText({ code, language, closed, wraps }: Code & { wraps: boolean }) {
  const parts = useMemo(() => partsOfCode(code), [code])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <pre tabIndex={0} aria-label={`Код${language && `, ${languageName(language)}`}`} className={wraps ? 'wraps' : ''}>
      <code translate="no">
        {parts.length === 1 ? (
          <Coloured code={code} language={language} wanted={closed} />
        ) : (
          parts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts are only ever appended
            <Late key={index} className="code-part" atOnce={index >= parts.length - 2} text={() => part}>
              {() => <Coloured code={part} language={language} wanted={closed || index < parts.length - 1} />}
            </Late>
          ))
        )}
      </code>
    </pre>
  )
}

const highlighting = lateModule(() => import('./highlight.ts'))

/** Resolves when the code on the page, if there is any, can be coloured. */
export const coloursSettled = highlighting.settled

interface ColouredProps {
  code: string
  language: string
  /** Whether the code is complete. */
  wanted: boolean
}

/** Code in colours; plain until they are loaded, and in a language that has none. */
function Coloured({ code, language, wanted }: ColouredProps) {
  const colours = useSyncExternalStore(highlighting.subscribe, highlighting.loaded, () => undefined)
  const colour = colours?.highlight
  // Code that is complete while the answer arrives is coloured in a task of its own; what is opened has its colours at once.
  const colourable = useDeferredValue(wanted && language !== '')
  useEffect(() => {
    if (language === '') return
    if (!colours) highlighting.load()
    // While the code arrives: with the first code in a language this would be one long task.
    else if (!wanted && !colours.isPrepared(language)) return takeTurn(() => colours.prepare(language))
  }, [colours, language, wanted])
  const pieces = useMemo(
    () => (colourable && colour ? colour(code, language) : null),
    [code, language, colourable, colour]
  )
  return <ColouredPieces code={code} pieces={pieces} />
}

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
