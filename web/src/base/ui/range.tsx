import type { ComponentProps, CSSProperties } from 'react'
import { clsx } from 'clsx'
import './range.css'

interface RangeProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> {
  /** What it sets; leave it out where a label stands beside. */
  label?: string | undefined
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  /** How the value is read aloud, when the bare number says too little. */
  valueText?: string | undefined
}

/** A slider: the browser's own, with its keyboard and touch. */
export function Range({ label, value, min, max, onChange, valueText, className, style, ...rest }: RangeProps) {
  const filled = max > min ? ((value - min) / (max - min)) * 100 : 0
  const filledStyle: CSSProperties & Record<'--filled', string> = { ...style, '--filled': `${filled}%` }
  return (
    <input
      {...rest}
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      value={value}
      onChange={({ target }) => onChange(target.valueAsNumber)}
      style={filledStyle}
      className={clsx('range', className)}
    />
  )
}
