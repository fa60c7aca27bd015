import { useEffect, useRef, useState } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { notify } from '../../base/ui/notify.ts'

/** An example that a visitor gets instead of a result: a static file of the site. */
export interface Simulated {
  id: number
  src: string
  parameters: ParameterValues
}

const pictureCount = 4
const video = '/samples/video.mp4'

/** Lets a visitor try a page: submitting waits as long as a job would and then shows an example. */
export function useSimulation({ kind, texts, shownResults, simulation }: StudioEntry, onShown: () => void) {
  const [results, setResults] = useState<readonly Simulated[]>([])
  const [running, setRunning] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const made = useRef(0)
  const picture = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  function sourceOf({ voice }: ParameterValues): string {
    if (kind === 'video') return video
    if (kind === 'audio') return `/voices/${voice}.mp3`
    // Random, but never the same picture twice in a row.
    picture.current = (picture.current + 1 + Math.floor(Math.random() * (pictureCount - 1))) % pictureCount
    return `/samples/picture-${picture.current + 1}.svg`
  }

  function show(parameters: ParameterValues, count: number) {
    const fresh = Array.from({ length: count }, () => {
      made.current += 1
      return { id: made.current, src: sourceOf(parameters), parameters }
    })
    setRunning(false)
    setResults((current) => [...fresh, ...current].slice(0, shownResults))
    notify.success('Пример готов. Токены не списаны')
  }

  function run(parameters: ParameterValues) {
    if (!simulation) return
    onShown()
    // A page without a wait shows all its examples at once.
    if (simulation.waitMs === 0) return show(parameters, shownResults)
    notify.info(texts.busy)
    setRunning(true)
    timer.current = setTimeout(() => show(parameters, 1), simulation.waitMs)
  }

  return { results, running, run }
}
