import { useId } from 'react'
import { clsx } from 'clsx'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { AccountPlan } from '#contract/catalogue/plans.ts'
import type { ChoiceParameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { Explanation } from './explanation.tsx'
import { layoutOf, optionFor, type PricedOption, pricedOptions, PriceNote } from './options.tsx'
import { Select, type SelectOption } from '../../base/ui/select.tsx'

interface ChoiceFieldProps {
  entry: StudioEntry
  parameter: ChoiceParameter
  values: ParameterValues
  explanation: string | undefined
  onChange: (value: string) => void
  /** The plan of the user; undefined while nobody is signed in. */
  plan: AccountPlan | undefined
}

interface DrawnChoice {
  explanation: string | undefined
  label: string
  name: string
  value: string
  options: readonly PricedOption[]
  onChange: (value: string) => void
}

/** A choice: buttons beside each other where they fit, else a menu. */
export function ChoiceField({ entry, parameter, values, explanation, onChange, plan }: ChoiceFieldProps) {
  const options = pricedOptions(entry, parameter, values).map((option) => optionFor(option, plan))
  const { label, name } = parameter
  const choice = { label, name, explanation, value: String(values[name]), options, onChange }
  const layout = layoutOf(options)
  return layout === 'menu' ? <ChoiceMenu {...choice} /> : <RadioButtons {...choice} layout={layout} />
}

const ChoiceMenu = ({ label, value, options, explanation, onChange }: DrawnChoice) => (
  <div className="flex flex-col gap-1.5">
    {/* Hidden from screen readers, because the button of the menu has the same label. */}
    <span aria-hidden className="text-small font-medium">
      {label}
    </span>
    <Select
      label={label}
      value={value}
      onChange={onChange}
      className="h-12! w-full"
      options={options.map((option): SelectOption => ({
        value: option.value,
        label: option.label,
        note: option.priceTokens === null ? undefined : <PriceNote option={option} />
      }))}
    />
    <Explanation text={explanation} />
  </div>
)

const columns: Partial<Record<number, string>> = {
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  4: 'grid-cols-4',
  5: 'grid-cols-5',
  6: 'grid-cols-6'
}

/** A choice with all options visible, in one row or in pairs. */
function RadioButtons({
  label,
  value,
  options,
  explanation,
  onChange,
  layout
}: DrawnChoice & { layout: 'row' | 'pairs' }) {
  const group = useId()
  return (
    <fieldset aria-describedby={explanation && `${group}-about`}>
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
      <Explanation id={`${group}-about`} text={explanation} />
    </fieldset>
  )
}

const longestPx = 18

/** A rectangle in the proportions of a label like `16:9`; nothing for other labels. */
function RatioGlyph({ label }: { label: string }) {
  const [width, height] = /^(\d+):(\d+)$/.exec(label)?.slice(1).map(Number) ?? []
  if (!width || !height) return null
  const scale = longestPx / Math.max(width, height)
  return (
    <svg width={longestPx + 2} height={longestPx + 2} viewBox="-10 -10 20 20" className="mb-0.5" aria-hidden>
      <rect
        x={(-width * scale) / 2}
        y={(-height * scale) / 2}
        width={width * scale}
        height={height * scale}
        rx="2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  )
}
