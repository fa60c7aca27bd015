import { useId } from 'react'
import { clsx } from 'clsx'
import type { DrawnChoice } from './choice-field.tsx'
import { PriceNote } from './price-note.tsx'
import { RatioGlyph } from './ratio-glyph.tsx'

const columns: Partial<Record<number, string>> = {
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  4: 'grid-cols-4',
  5: 'grid-cols-5'
}

/** A choice whose options are all in sight, in one row or in pairs. */
export function RadioButtons({ label, value, options, onChange, layout }: DrawnChoice & { layout: 'row' | 'pairs' }) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
      <div
        className={clsx(
          'grid gap-1 rounded-control bg-sunken p-1',
          layout === 'row' ? columns[options.length] : 'grid-cols-2'
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-11 cursor-pointer flex-col items-center justify-center rounded-small px-1 py-1.5 text-center text-small leading-tight text-ink-soft transition hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-raised has-checked:ring-1 has-checked:ring-line-strong/40 has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            <RatioGlyph label={option.label} />
            <span>{option.label}</span>
            <span className="text-caption text-ink-faint empty:hidden">
              <PriceNote option={option} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
