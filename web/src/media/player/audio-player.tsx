import { useState } from 'react'
import { Check, Pause, Play } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { formatClock } from '../../base/format/durations.ts'
import { Button } from '../../base/ui/button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { DownloadLink, onPlayerKey, SeekBar } from './player-controls.tsx'
import { type Playback, usePlayback } from './use-playback.ts'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'
import { Menu, menuItemClass } from '../../base/ui/menu.tsx'

export interface AudioPlayerProps {
  src: string
  /** Names the controls for screen readers. */
  title: string
  /** The speed that the menu shows as 1×. The pitch is kept. */
  playbackRate?: number | undefined
  downloadUrl?: string | undefined
  /** The address cannot be played, for example because its signature has expired. */
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
            <span>{formatClock(time / playbackRate)}</span>
            <span className="max-sm:sr-only">{` / ${formatClock(duration / playbackRate)}`}</span>
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

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2]
const number = new Intl.NumberFormat('ru-RU')
const nameOf = (speed: number) => `${number.format(speed)}×`

/** The menu with the playback speed. */
const SpeedMenu = ({ speed, onChange }: { speed: number; onChange: (speed: number) => void }) => (
  <Menu
    align="end"
    className="min-w-28!"
    trigger={
      <button
        type="button"
        aria-label={`Скорость: ${nameOf(speed)}`}
        title="Скорость"
        className={iconButtonClass('medium', 'w-auto! min-w-11 px-1 text-caption font-medium tabular-nums')}
      >
        {nameOf(speed)}
      </button>
    }
  >
    <DropdownMenu.RadioGroup value={String(speed)} onValueChange={(chosen) => onChange(Number(chosen))}>
      {speeds.map((value) => (
        <DropdownMenu.RadioItem key={value} value={String(value)} className={menuItemClass}>
          <span className="w-4">
            <DropdownMenu.ItemIndicator>
              <Check size={16} className="text-accent" aria-hidden />
            </DropdownMenu.ItemIndicator>
          </span>
          <span>{nameOf(value)}</span>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  </Menu>
)
