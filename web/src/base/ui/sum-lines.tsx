import { clsx } from 'clsx'

export interface SumLine {
  name: string
  value: string
  /** The sum of the lines above. */
  total?: boolean
}

/** A column of amounts with their sum. */
export const SumLines = ({ lines, className }: { lines: readonly SumLine[]; className?: string }) => (
  <dl className={clsx('flex flex-col gap-2 text-small', className)}>
    {lines.map(({ name, value, total }) => (
      <div
        key={name}
        className={clsx(
          'flex items-baseline justify-between gap-6',
          total && 'border-t border-line pt-2 font-semibold'
        )}
      >
        <dt className={total ? '' : 'text-ink-soft'}>{name}</dt>
        <dd className="shrink-0 tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)
