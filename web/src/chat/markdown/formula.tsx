import { createContext, use, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { lateModule, OnPaper, canWait, drawLate } from './late.tsx'
import { takeTurn } from '../../base/ui/frame-turns.ts'
import { readFormula } from './formula-source.ts'

async function loadDrawing() {
  const module = await import('./draw-formula.ts')
  await module.prepareFormulas()
  return module
}

const drawing = lateModule(loadDrawing)

/** The formulas of chemistry and quantities with units have code of their own, which few answers need. */
const drawingChemistry = lateModule(async () => {
  await import('katex/contrib/mhchem')
  return loadDrawing()
})
const hasChemistry = (tex: string): boolean => /\\(?:ce|pu)(?![A-Za-z])/.test(tex)

/** Resolves when the formulas on the page, if there are any, can be drawn. */
export const formulasSettled = () => Promise.all([drawing.settled(), drawingChemistry.settled()])

/** Whether the answer is being written while it is read. */
export const GrowingAnswer = createContext(false)

/** What is read aloud is as large as what is seen, and comes in a turn of its own. */
function delaySpoken(formula: Element): (() => void) | undefined {
  const spoken = formula.querySelector('.katex-mathml')
  const drawn = spoken?.parentElement
  spoken?.remove()
  if (spoken && drawn) return takeTurn(() => drawn.prepend(spoken))
}

/** A formula; its source while the code that draws it is loaded, and when it is none. */
export function Formula({ source }: { source: string }) {
  const { tex, display } = readFormula(source)
  const { subscribe, loaded, load } = hasChemistry(tex) ? drawingChemistry : drawing
  const code = useSyncExternalStore(subscribe, loaded)
  const draw = code?.drawFormula
  const place = useRef<HTMLSpanElement>(null)
  // Formulas that waited for the code, or come while they are read, are drawn one by one: together they would hold up the page.
  const grows = use(GrowingAnswer)
  const onPaper = use(OnPaper)
  const [hasTurn, setTurn] = useState((draw !== undefined && !grows) || onPaper || !canWait())
  /** The source that could not be drawn. */
  const [failed, setFailed] = useState<string | null>(null)
  /** Wider than the text around it: it scrolls, as what stands on lines of its own does. */
  const [isWide, setWide] = useState(false)
  const isDrawn = draw !== undefined && hasTurn && failed !== source
  useLayoutEffect(() => {
    if (!draw) return load()
    if (!isDrawn || !place.current) return
    if (!draw(place.current, tex, display)) return setFailed(source)
    if (grows) return delaySpoken(place.current)
  }, [draw, load, source, tex, display, isDrawn, grows])
  useEffect(() => {
    const begin = () => flushSync(() => setTurn(true))
    if (draw && !hasTurn && place.current) return grows ? takeTurn(begin) : drawLate(place.current, begin)
  }, [draw, hasTurn, grows])

  useEffect(() => {
    if (isDrawn && !display && place.current) return code?.watchWidth(place.current, setWide)
  }, [code, display, isDrawn])

  if (!isDrawn)
    return (
      <span ref={place} dir="ltr" translate="no" className="wrap-anywhere whitespace-pre-wrap">
        {source}
      </span>
    )
  return (
    <span
      ref={place}
      className="formula"
      dir="ltr"
      translate="no"
      data-source={source}
      data-display={display || undefined}
      data-wide={isWide || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={display || isWide ? 0 : undefined}
    />
  )
}
