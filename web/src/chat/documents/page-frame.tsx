// A page or a picture that a model has written, in a frame without an origin (web/public/document): no script of it runs, and it
// reaches no network.
import { useEffect, useRef } from 'react'

interface PageFrameProps {
  kind: 'html' | 'svg'
  text: string
}

/** The message that `web/public/document/show.js` takes. */
interface ShowRequest {
  type: 'show'
  kind: 'html' | 'svg'
  text: string
}

export function PageFrame({ kind, text }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isReady = useRef(false)
  useEffect(() => {
    const show = () => {
      const request: ShowRequest = { type: 'show', kind, text }
      // The document has no origin that could be named; it is ours, and the policy of the page lets it be no other.
      frame.current?.contentWindow?.postMessage(request, '*')
    }
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow || origin !== 'null' || data !== 'ready') return
      isReady.current = true
      show()
    }
    window.addEventListener('message', onMessage)
    if (isReady.current) show()
    return () => window.removeEventListener('message', onMessage)
  }, [kind, text])
  return (
    <iframe
      ref={frame}
      src="/document/"
      title={kind === 'html' ? 'Страница' : 'Рисунок'}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      className="min-h-0 w-full grow bg-white"
    />
  )
}
