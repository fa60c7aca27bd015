import { Download, ExternalLink } from 'lucide-react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { expectedRatio, Frame } from '../../media/job/frame.tsx'
import { AudioPlayer } from '../../media/player/audio-player.tsx'
import { VideoPlayer } from '../../media/player/video-player.tsx'
import { Badge } from '../../base/ui/badge.tsx'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'
import type { Simulated } from './use-simulation.ts'

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
