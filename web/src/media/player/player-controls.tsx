import { Download } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { formatClock } from '../../base/format/durations.ts'
import { Range } from '../../base/ui/range.tsx'
import type { Playback } from './use-playback.ts'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'

interface SeekBarProps {
  playback: Playback
  /** Seconds of the recording in one second of the shown time. */
  rate?: number
  className?: string
}

/** The position of playback. The player handles its keys. */
export const SeekBar = ({ playback: { time, duration, seek }, rate = 1, className }: SeekBarProps) => (
  <Range
    label="Перемотка"
    value={Math.min(time, duration)}
    min={0}
    max={duration}
    step="any"
    disabled={duration === 0}
    valueText={`${formatClock(time / rate)} из ${formatClock(duration / rate)}`}
    onChange={seek}
    className={className}
  />
)

/** The server sends this address as an attachment. */
export const DownloadLink = ({ href }: { href: string }) => (
  <a href={href} download aria-label="Скачать" title="Скачать" className={iconButtonClass()}>
    <Download size={19} aria-hidden />
  </a>
)

/** Keys that a focused button or link handles itself. */
const pressesButtons = (key: string) => key === ' ' || key === 'Enter'

/** Handles the keys of a player: space, arrows, Home and End. Returns whether the key was one of them. */
export function onPlayerKey(event: KeyboardEvent<HTMLElement>, playback: Playback): boolean {
  const { target, currentTarget, key } = event
  // React also passes on events of the menu, which is rendered elsewhere in the page.
  const isOwn = target instanceof HTMLElement && currentTarget.contains(target)
  if (!isOwn || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false
  if (pressesButtons(key) && target.closest('button, a')) return false
  const action = actions[key]
  if (!action) return false
  event.preventDefault()
  action(playback)
  return true
}

const actions: Record<string, (playback: Playback) => void> = {
  ' ': (playback) => playback.toggle(),
  ArrowLeft: (playback) => playback.skip(-1),
  ArrowDown: (playback) => playback.skip(-1),
  ArrowRight: (playback) => playback.skip(1),
  ArrowUp: (playback) => playback.skip(1),
  Home: (playback) => playback.seek(0),
  End: (playback) => playback.seek(playback.duration)
}
