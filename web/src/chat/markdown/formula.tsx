import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { lateModule } from './late-module.ts'
import { readFormula } from './formula-source.ts'

const drawing = lateModule(() => import('./draw-formula.ts'))

/** A formula; its source while the code that draws it is loaded, and when it is none. */
export function Formula({ source }: { source: string }) {
  const draw = useSyncExternalStore(drawing.subscribe, drawing.loaded)?.drawFormula
  const place = useRef<HTMLSpanElement>(null)
  /** The source that could not be drawn. */
  const [failed, setFailed] = useState<string | null>(null)
  const { tex, display } = readFormula(source)
  const isDrawn = draw !== undefined && failed !== source
  useLayoutEffect(() => {
    if (!draw) return drawing.load()
    if (isDrawn && place.current && !draw(place.current, tex, display)) setFailed(source)
  }, [draw, source, tex, display, isDrawn])

  if (!isDrawn) return <span className="wrap-anywhere whitespace-pre-wrap">{source}</span>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <span ref={place} className="formula" data-display={display || undefined} tabIndex={display ? 0 : undefined} />
  )
}
