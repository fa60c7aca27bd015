import { useEffect, useRef, useState } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { notify } from '../../base/ui/notify.ts'

/** What a visitor sees in the place of a result. It is a file of the site: nothing is asked of the server. */
export interface Simulated {
  id: number
  src: string
  parameters: ParameterValues
}

const pictureCount = 4
const video = '/samples/video.mp4'

/** The page as a visitor may try it: its button, its wait, and an example at the end. */
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
    // A random one, but never the same twice running.
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
    // What needs no wait is a gallery: all of it at once.
    if (simulation.waitMs === 0) return show(parameters, shownResults)
    notify.info(texts.busy)
    setRunning(true)
    timer.current = setTimeout(() => show(parameters, 1), simulation.waitMs)
  }

  return { results, running, run }
}
