import { Download, ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { expectedRatio, Frame } from '../../media/job/frame.tsx'
import { AudioPlayer } from '../../media/player/audio-player.tsx'
import { VideoPlayer } from '../../media/player/video-player.tsx'

/** An example that a visitor gets instead of a result: a static file of the site. */
interface Simulated {
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

/** An example shown instead of a result and labelled as one. */
export const SimulatedResult = ({ entry, result }: { entry: StudioEntry; result: Simulated }) => (
  <article
    aria-label="Пример результата"
    className="animate-appear rounded-card border border-line bg-raised p-3 shadow-raised sm:p-4"
  >
    <Media entry={entry} result={result} />
    <div className="mt-2 -mb-1 flex items-center gap-1">
      <Badge tone="accent">Пример</Badge>
      <p className="mx-1 min-w-0 grow truncate text-caption text-ink-faint">{String(result.parameters.prompt ?? '')}</p>
      <a href={result.src} download aria-label="Скачать пример" title="Скачать" className={iconButtonClass()}>
        <Download size={18} aria-hidden />
      </a>
      {entry.kind !== 'audio' && (
        <a
          href={result.src}
          target="_blank"
          rel="noreferrer"
          aria-label="Открыть пример в новой вкладке"
          title="Открыть в новой вкладке"
          className={iconButtonClass()}
        >
          <ExternalLink size={18} aria-hidden />
        </a>
      )}
    </div>
  </article>
)

function Media({ entry, result: { src, parameters } }: { entry: StudioEntry; result: Simulated }) {
  const ratio = expectedRatio({ kind: entry.kind, parameters }) ?? 1
  switch (entry.kind) {
    case 'image':
    case 'image-tool':
      return (
        <Frame ratio={ratio}>
          <img src={src} alt="Пример картинки" className="size-full object-cover" />
        </Frame>
      )
    case 'video':
      return (
        <Frame ratio={ratio}>
          <VideoPlayer src={src} label="Пример видео" />
        </Frame>
      )
    case 'audio':
      return <AudioPlayer src={src} title="Пример озвучки" playbackRate={Number(parameters.speed ?? 1)} />
    default:
      return entry.kind satisfies never
  }
}
