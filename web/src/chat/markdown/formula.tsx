import { use, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { lateModule } from './late-module.ts'
import { OnPaper } from './late.tsx'
import { canWait, drawLate } from './late-queue.ts'
import { readFormula } from './formula-source.ts'

const drawing = lateModule(async () => {
  const module = await import('./draw-formula.ts')
  await module.loadFonts()
  return module
})

/** Resolves when the formulas on the page, if there are any, can be drawn. */
export const formulasSettled = drawing.settled

/** A formula; its source while the code that draws it is loaded, and when it is none. */
export function Formula({ source }: { source: string }) {
  const draw = useSyncExternalStore(drawing.subscribe, drawing.loaded)?.drawFormula
  const place = useRef<HTMLSpanElement>(null)
  // Formulas that waited for the code come one by one: all of them at once would hold up the page.
  const onPaper = use(OnPaper)
  const [hasTurn, setTurn] = useState(draw !== undefined || onPaper || !canWait())
  /** The source that could not be drawn. */
  const [failed, setFailed] = useState<string | null>(null)
  const { tex, display } = readFormula(source)
  const isDrawn = draw !== undefined && hasTurn && failed !== source
  useLayoutEffect(() => {
    if (!draw) return drawing.load()
    if (isDrawn && place.current && !draw(place.current, tex, display)) setFailed(source)
  }, [draw, source, tex, display, isDrawn])
  useEffect(() => {
    if (draw && !hasTurn && place.current) return drawLate(place.current, () => flushSync(() => setTurn(true)))
  }, [draw, hasTurn])

  if (!isDrawn)
    return (
      <span ref={place} className="wrap-anywhere whitespace-pre-wrap">
        {source}
      </span>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <span ref={place} className="formula" data-display={display || undefined} tabIndex={display ? 0 : undefined} />
  )
}
