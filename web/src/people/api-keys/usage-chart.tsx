import { clsx } from 'clsx'
import { type PointerEvent, useState } from 'react'
import { formatExact } from '../../base/api/key-words.ts'
import { callsInWords, formatShortDay, type NamedSum } from './usage-sums.ts'

/** The next round number above, whose half is round as well: both stand at the axis. */
function roundAbove(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}

const formatAxis = (tokens: number): string => tokens.toLocaleString('ru-RU', { maximumSignificantDigits: 2 })

const inWords = ({ cost, calls }: NamedSum): string => `${formatExact(cost)} · ${callsInWords(calls)}`

/**
 * What was spent on each day. One day is read out: by keyboard and for screen readers the chart is a slider over the days, and a pointer
 * picks the day below it.
 * @param days oldest first; today is the last one until midnight
 */
export function UsageChart({ days, today }: { days: readonly NamedSum[]; today: string }) {
  const [picked, setPicked] = useState<string | null>(null)
  const last = days.length - 1
  const found = days.findIndex(({ id }) => id === picked)
  const at = found < 0 ? last : found
  const day = days[at]
  const lastDay = days[last]?.id
  if (!day || lastDay === undefined) return null
  const top = roundAbove(Math.max(...days.map(({ cost }) => cost)))
  const pick = (index: number) => setPicked(days[Math.min(last, Math.max(0, index))]?.id ?? null)
  const pickBelow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) pick(Math.floor(((clientX - left) / width) * days.length))
  }
  return (
    <figure aria-label="Расход по дням" className="rounded-card border border-line bg-raised p-4">
      <figcaption className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="font-medium">{day.id === today ? `${day.name}, сегодня` : day.name}</span>
        <span className="text-small text-ink-soft tabular-nums">{`Потрачено токенов: ${inWords(day)}`}</span>
      </figcaption>
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div
          aria-hidden
          className="flex h-40 flex-col justify-between text-right text-caption text-ink-faint tabular-nums"
        >
          {[top, top / 2, 0].map((value) => (
            <span key={value} className="-my-2">
              {formatAxis(value)}
            </span>
          ))}
        </div>
        <div
          onPointerMove={pickBelow}
          onPointerDown={pickBelow}
          className="relative h-40 touch-pan-y rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <Lines />
          <Bars days={days} top={top} at={at} />
          <input
            type="range"
            aria-label="День"
            aria-valuetext={`${day.name}: потрачено токенов ${inWords(day)}`}
            min={0}
            max={last}
            value={at}
            onChange={({ target }) => pick(target.valueAsNumber)}
            className="pointer-events-none absolute inset-0 size-full opacity-0"
          />
        </div>
        <div aria-hidden className="col-start-2 mt-2 flex justify-between text-caption text-ink-faint">
          {[...new Set([0, Math.floor(last / 2)])].map((index) => (
            <span key={index}>{formatShortDay(days[index]?.id ?? day.id)}</span>
          ))}
          <span>{lastDay === today ? 'сегодня' : formatShortDay(lastDay)}</span>
        </div>
      </div>
    </figure>
  )
}

const Lines = () => (
  <div aria-hidden className="absolute inset-0 flex flex-col justify-between">
    <span className="border-t border-line" />
    <span className="border-t border-line" />
    <span className="border-t border-line-strong" />
  </div>
)

interface BarsProps {
  days: readonly NamedSum[]
  /** The cost that fills the chart. */
  top: number
  /** The day that is read out. */
  at: number
}

const Bars = ({ days, top, at }: BarsProps) => (
  <div aria-hidden className="absolute inset-0 flex">
    {days.map(({ id, cost }, index) => (
      <span key={id} className={clsx('flex min-w-0 flex-1 items-end justify-center', index === at && 'bg-pressed')}>
        {/* The smallest bar can be seen. */}
        {cost > 0 && (
          <span
            className="min-h-0.5 w-4/5 max-w-8 rounded-t-xs bg-accent"
            style={{ height: `${(cost / top) * 100}%` }}
          />
        )}
      </span>
    ))}
  </div>
)
