import { lazy, Suspense, useState } from 'react'
import { WrapText } from 'lucide-react'
import { CodeFrame } from './code-frame.tsx'
import { CodeText, type Code } from './code-text.tsx'

const Diagram = lazy(() =>
  import('./diagram.tsx').then(
    ({ Diagram: Drawn }) => ({ default: Drawn }),
    () => ({ default: PlainCode })
  )
)

export const CodeBlock = (block: Code) =>
  block.closed && block.language.toLowerCase() === 'mermaid' ? (
    <Suspense fallback={<PlainCode {...block} />}>
      <Diagram {...block} />
    </Suspense>
  ) : (
    <PlainCode {...block} />
  )

function PlainCode(block: Code) {
  const [wraps, setWraps] = useState(false)
  const label = wraps ? 'Не переносить строки' : 'Переносить строки'
  return (
    <CodeFrame
      {...block}
      buttons={
        <button type="button" aria-pressed={wraps} onClick={() => setWraps(!wraps)} aria-label={label} title={label}>
          <WrapText size={14} aria-hidden />
        </button>
      }
    >
      <CodeText {...block} wraps={wraps} />
    </CodeFrame>
  )
}
