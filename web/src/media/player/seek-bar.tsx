import { formatClock } from '../../base/format/durations.ts'
import { Range } from '../../base/ui/range.tsx'
import type { Playback } from './use-playback.ts'

interface SeekBarProps {
  playback: Playback
  /** Seconds of the recording that pass in one shown second. */
  rate?: number
  className?: string
}

/** Where it plays. Its keys are the player's. */
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
