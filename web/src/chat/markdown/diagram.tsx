// A diagram of an answer. It is drawn in a document without an origin (web/diagram): Mermaid turns a text of the model into
// styles and elements, so it gets nothing that it could misuse.
import { use, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CodeXml, Workflow } from 'lucide-react'
import { CodeFrame } from './code-frame.tsx'
import { CodeText, type Code } from './code-text.tsx'
import { OnPaper } from './late.tsx'
import { diagramReply, type DiagramRequest } from './diagram-messages.ts'

type Drawing = { state: 'drawing' | 'failed' } | { state: 'drawn'; height: number }

/** After this the source is shown: the code that draws could not be loaded. */
const patienceMs = 20_000

export function Diagram({ code, language }: Code) {
  const [drawing, setDrawing] = useState<Drawing>({ state: 'drawing' })
  const onPaper = use(OnPaper)
  const [asCode, setAsCode] = useState(onPaper)
  const failed = drawing.state === 'failed'
  const label = asCode ? 'Показать диаграмму' : 'Показать код'
  return (
    <CodeFrame
      code={code}
      language={language}
      buttons={
        !failed && (
          <button
            type="button"
            aria-pressed={asCode}
            onClick={() => setAsCode(!asCode)}
            aria-label={label}
            title={label}
          >
            {asCode ? <Workflow size={14} aria-hidden /> : <CodeXml size={14} aria-hidden />}
          </button>
        )
      }
    >
      {failed && <p className="diagram-note">Диаграмму не удалось нарисовать. Вот её код</p>}
      {!failed && !asCode && <Frame code={code} drawing={drawing} onChange={setDrawing} />}
      {(failed || asCode) && <CodeText code={code} language={language} closed wraps={false} />}
    </CodeFrame>
  )
}

interface FrameProps {
  code: string
  drawing: Drawing
  onChange: (drawing: Drawing) => void
}

function Frame({ code, drawing, onChange }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isDark = useSyncExternalStore(onThemeChange, isDarkNow)
  const isReady = useRef(false)
  const isWaiting = drawing.state === 'drawing'

  useEffect(() => {
    const ask = () => {
      const request: DiagramRequest = { type: 'draw', source: code, dark: isDark }
      // The document has no origin that could be named; it is ours, and the policy of the page lets it be no other.
      frame.current?.contentWindow?.postMessage(request, '*')
    }
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow || origin !== 'null') return
      const reply = diagramReply(data)
      if (reply?.type === 'ready') {
        isReady.current = true
        ask()
      } else if (reply?.type === 'failed') onChange({ state: 'failed' })
      else if (reply) onChange({ state: 'drawn', height: reply.height })
    }
    window.addEventListener('message', onMessage)
    if (isReady.current) ask()
    return () => window.removeEventListener('message', onMessage)
  }, [code, isDark, onChange])

  const [isBegun, setBegun] = useState(false)
  useEffect(() => {
    if (!isBegun || !isWaiting) return
    const timer = setTimeout(() => onChange({ state: 'failed' }), patienceMs)
    return () => clearTimeout(timer)
  }, [isBegun, isWaiting, onChange])

  return (
    <iframe
      ref={frame}
      src="/diagram/"
      title="Диаграмма"
      // The browser loads it once it comes near the window.
      loading="lazy"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      className="diagram-frame"
      aria-busy={isWaiting}
      height={drawing.state === 'drawn' ? drawing.height : undefined}
      onLoad={() => setBegun(true)}
    />
  )
}

const darkDevice = () => matchMedia('(prefers-color-scheme: dark)')

function isDarkNow(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? darkDevice().matches : theme === 'dark'
}

function onThemeChange(tell: () => void): () => void {
  const device = darkDevice()
  const choice = new MutationObserver(tell)
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  device.addEventListener('change', tell)
  return () => {
    choice.disconnect()
    device.removeEventListener('change', tell)
  }
}
