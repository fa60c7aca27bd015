import { Check, Copy } from 'lucide-react'
import { useCopy } from '../../base/ui/use-copy.ts'
import type { Piece } from './highlight.ts'
import { useHighlight } from './use-highlight.ts'

interface CodeBlockProps {
  code: string
  /** As the model wrote it; empty when it did not. */
  language: string
  /** Colours wait for the last line: until then every one of them could change. */
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
