import { useState } from 'react'
import { Pause, Play } from 'lucide-react'
import { formatClock } from '../../base/format/durations.ts'
import { Button } from '../../base/ui/button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { DownloadLink } from './download-link.tsx'
import { onPlayerKey } from './on-player-key.ts'
import { SeekBar } from './seek-bar.tsx'
import { SpeedMenu } from './speed-menu.tsx'
import { usePlayback, type Playback } from './use-playback.ts'

export interface AudioPlayerProps {
  src: string
  /** What is heard; names the controls for screen readers. */
  title: string
  /** The speed that counts as normal; 1 without it. The pitch is kept. */
  playbackRate?: number | undefined
  downloadUrl?: string | undefined
  /** The address cannot be played, or not any more: signed addresses expire. */
  onError?: (() => void) | undefined
}

export function AudioPlayer({ src, title, playbackRate = 1, downloadUrl, onError }: AudioPlayerProps) {
  const [speed, setSpeed] = useState(1)
  const playback = usePlayback({ src, rate: playbackRate * speed, onError })
  const { time, duration, failed, retry, media } = playback
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls inside
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no group of form fields
      role="group"
      aria-label={`Проигрыватель: ${title}`}
      onKeyDown={(event) => void onPlayerKey(event, playback)}
      className="flex items-center gap-3 rounded-card border border-line bg-raised py-2 pr-2 pl-3"
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated: its words stand beside it, if it has any */}
      <audio {...media} />
      <PlayButton playback={playback} />
      {failed ? (
        <p role="alert" className="flex min-w-0 grow flex-wrap items-center gap-x-3 text-small text-danger">
          Не удалось воспроизвести
          <Button variant="ghost" size="small" onClick={retry}>
            Повторить
          </Button>
        </p>
      ) : (
        <>
          <SeekBar playback={playback} rate={playbackRate} className="w-0 min-w-0 grow" />
          <span className="text-caption whitespace-nowrap text-ink-faint tabular-nums">
            {formatClock(time / playbackRate)}
            <span className="max-sm:sr-only"> / {formatClock(duration / playbackRate)}</span>
          </span>
        </>
      )}
      <div className="flex shrink-0">
        <SpeedMenu speed={speed} onChange={setSpeed} />
        {downloadUrl && <DownloadLink href={downloadUrl} />}
      </div>
    </div>
  )
}

const PlayButton = ({ playback: { isPlaying, isWaiting, failed, toggle } }: { playback: Playback }) => (
  <button
    type="button"
    aria-label={isPlaying ? 'Пауза' : 'Воспроизвести'}
    aria-disabled={failed || undefined}
    onClick={toggle}
    className="grid size-11 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition hover:bg-accent-strong aria-disabled:opacity-45"
  >
    {isWaiting ? (
      <Spinner />
    ) : isPlaying ? (
      <Pause size={18} fill="currentColor" aria-hidden />
    ) : (
      <Play size={18} fill="currentColor" className="ml-0.5" aria-hidden />
    )}
  </button>
)
