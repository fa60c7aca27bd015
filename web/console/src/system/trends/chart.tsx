// One small chart. In a chunk of its own with the library that draws it: the tables need neither.
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

const heightPx = 132
const axisPx = 56
/** Below the line; what an axis takes by itself would leave room for a zero and no other number. */
const daysPx = 28

interface ChartProps {
  /** Of each day, oldest first; null: not counted. */
  values: readonly (number | null)[]
  /** Days like `2026-11-24`. */
  days: readonly string[]
  format: (value: number) => string
}

const secondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The colours of the page at this moment, as a canvas takes them. */
function coloursOf(element: HTMLElement) {
  const { color } = getComputedStyle(element)
  const { borderTopColor } = getComputedStyle(element)
  return { line: color, grid: borderTopColor }
}

function optionsFor(element: HTMLElement, format: (value: number) => string): UPlot.Options {
  const { line, grid } = coloursOf(element)
  const text = getComputedStyle(element.parentElement ?? element).color
  const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { show: false }, font: '12px sans-serif' }
  return {
    width: element.clientWidth,
    height: heightPx,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [
      { ...axis, size: daysPx, values: (_, splits) => splits.map((at) => dayFormat.format(at * 1000)), space: 64 },
      {
        ...axis,
        size: axisPx,
        space: 24,
        values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? format(value) : ''))
      }
    ],
    series: [{}, { stroke: line, width: 2, points: { show: false } }]
  }
}

/** For the eye alone: the numbers are in the table below it. */
export function Chart({ values, days, format }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    let chart: UPlot | null = null
    const draw = () => {
      chart?.destroy()
      chart = new UPlot(optionsFor(element, format), [days.map(secondsOf), [...values]], element)
    }
    draw()
    const resized = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: heightPx }))
    resized.observe(element)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    // The theme that the operator chooses is an attribute of the document.
    const themed = new MutationObserver(draw)
    themed.observe(document.documentElement, { attributes: true })
    return () => {
      resized.disconnect()
      themed.disconnect()
      dark.removeEventListener('change', draw)
      chart?.destroy()
    }
  }, [values, days, format])
  return (
    <div aria-hidden="true" className="text-ink-faint">
      <div ref={place} className="min-w-0 overflow-hidden border-t border-line text-accent" />
    </div>
  )
}
