import { useMemo, useSyncExternalStore } from 'react'
import { Check, Copy } from 'lucide-react'
import { pageStore } from '../../base/storage/page-store.ts'
import { useCopy } from '../../base/ui/use-copy.ts'
import type { Piece } from './highlight.ts'

interface CodeBlockProps {
  code: string
  /** As the model wrote it; empty when the model named none. */
  language: string
  /** Whether the last line is here. Colours wait for it: until then each could still change. */
  closed: boolean
}

export function CodeBlock({ code, language, closed }: CodeBlockProps) {
  const pieces = useHighlight(code, language, closed)
  const { copied, copy } = useCopy(code)
  return (
    <figure className="code-block">
      <figcaption>
        <span>{language || 'код'}</span>
        <button type="button" onClick={copy} aria-label={copied ? 'Код скопирован' : 'Копировать код'}>
          {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          {copied ? 'Скопировано' : 'Копировать'}
        </button>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} aria-label={`Код${language && `, ${language}`}`}>
        <code>{pieces ? pieces.map(coloured) : code}</code>
      </pre>
    </figure>
  )
}

const coloured = (piece: Piece, index: number) =>
  typeof piece === 'string' ? (
    piece
  ) : (
    // oxlint-disable-next-line react/no-array-index-key -- the code never changes once it is coloured
    <span key={index} className={piece.className}>
      {piece.pieces.map(coloured)}
    </span>
  )

/** Longer code stays plain: colouring it would block the page for too long. */
const codeLengthMax = 20_000

type Highlighter = Pick<typeof import('./highlight.ts'), 'highlight'>

const highlighter = pageStore<Highlighter | null>(() => null)
const loading = pageStore<Promise<void> | null>(() => null)

function load() {
  if (loading.getState()) return
  const loads = import('./highlight.ts').then(
    (loaded) => highlighter.setState(loaded, true),
    // The code stays plain; the next block tries again.
    () => loading.setState(null, true)
  )
  loading.setState(loads, true)
}

/** The code in coloured pieces; null while it stays plain. */
function useHighlight(code: string, language: string, wanted: boolean): Piece[] | null {
  const colour = useSyncExternalStore(highlighter.subscribe, highlighter.getState)?.highlight
  const colourable = wanted && language !== '' && code.length <= codeLengthMax
  if (colourable && !colour) load()
  return useMemo(() => (colourable && colour ? colour(code, language) : null), [code, language, colourable, colour])
}
