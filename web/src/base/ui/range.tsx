import type { ComponentProps, CSSProperties } from 'react'
import { clsx } from 'clsx'
import './range.css'

interface RangeProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> {
  /** The accessible name; left out where a visible label names the slider. */
  label?: string | undefined
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  /** The value for screen readers, when the bare number is not enough. */
  valueText?: string | undefined
}

/** The browser's own slider, with its support for keyboard and touch. */
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
