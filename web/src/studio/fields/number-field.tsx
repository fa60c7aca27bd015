import { useId } from 'react'
import { Explanation } from './explanation.tsx'
import type { NumberParameter } from '#contract/catalogue/parameters.ts'

interface NumberFieldProps {
  parameter: NumberParameter
  value: number
  explanation: string | undefined
  onChange: (value: number) => void
}

const number = new Intl.NumberFormat('ru-RU')

/** A slider with its value, minimum and maximum. */
export function NumberField({
  parameter: { label, name, min, max, step },
  value,
  explanation,
  onChange
}: NumberFieldProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3 text-small">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <output htmlFor={id} className="font-medium tabular-nums">
          {number.format(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        name={name}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-describedby={explanation && `${id}-explanation`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="block h-9 w-full cursor-pointer pointer-coarse:h-11"
      />
      <div aria-hidden className="-mt-1 flex justify-between text-caption text-ink-faint tabular-nums">
        <span>{number.format(min)}</span>
        <span>{number.format(max)}</span>
      </div>
      <Explanation id={`${id}-explanation`} text={explanation} />
    </div>
  )
}
