import { clsx } from 'clsx'
import { useId } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ChoiceParameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import type { AccountPlan } from '#contract/catalogue/plans.ts'
import { Select, type SelectOption } from '../../base/ui/select.tsx'
import type { IsUnable } from '../../media/form/unable.ts'
import { optionFor, type PricedOption, pricedOptions, PriceNote } from '../../media/form/priced-options.tsx'
import { Explanation } from './explanation.tsx'

interface ChoiceFieldProps {
  entry: StudioEntry
  parameter: ChoiceParameter
  values: ParameterValues
  isUnable: IsUnable
  explanation: string | undefined
  onChange: (value: string) => void
  /** The plan of the user; undefined while no user is signed in. */
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
export function ChoiceField({ entry, parameter, values, isUnable, explanation, onChange, plan }: ChoiceFieldProps) {
  const options = pricedOptions(entry, parameter, values, isUnable).map((option) => optionFor(option, plan))
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
      className="min-h-12 w-full"
      options={options.map((option): SelectOption => ({
        value: option.value,
        label: option.label,
        disabled: option.isUnable,
        note: option.priceTokens === null && !option.isUnable ? undefined : <PriceNote option={option} />
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
}: DrawnChoice & { layout: Exclude<Layout, 'menu'> }) {
  const group = useId()
  return (
    <fieldset aria-describedby={explanation && `${group}-about`}>
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
      <div
        className={clsx(
          'grid gap-1 rounded-control bg-sunken p-1',
          // As many in a row as have room for their words.
          'max-[20rem]:flex max-[20rem]:flex-wrap max-[20rem]:wrap-break-word max-[20rem]:*:min-w-min! max-[20rem]:*:grow max-[20rem]:*:basis-0',
          layout === 'pairs' ? 'grid-cols-2' : (columns[options.length] ?? 'grid-cols-5')
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              'relative flex min-h-11 cursor-pointer flex-col items-center justify-center rounded-small px-1 py-1.5 text-center text-small leading-tight text-ink-soft transition hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-raised has-checked:ring-1 has-checked:ring-line-strong/40 has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:text-ink-faint',
              layout === 'shapes' && shapeOf(option.label) === null && 'col-span-2'
            )}
          >
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={option.value === value}
              disabled={option.isUnable}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            <ShapeGlyph label={option.label} />
            <Words label={option.label} isSplit={layout === 'shapes'} />
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

const longestPx = 20

/** The sides that a label like `16:9` or `1024×1024, квадрат` begins with; null for other labels. */
function shapeOf(label: string): { width: number; height: number } | null {
  const [width, height] = /^(\d+)[:×](\d+)(?=,|$)/.exec(label)?.slice(1).map(Number) ?? []
  return width && height ? { width, height } : null
}

/** What stands behind the comma has a line of its own. */
function Words({ label, isSplit }: { label: string; isSplit: boolean }) {
  const [name = label, about] = isSplit ? label.split(', ') : [label]
  return (
    <>
      <span>{name}</span>
      {about && <span className="text-caption text-ink-faint">{about}</span>}
    </>
  )
}

/** A rectangle in the proportions that the label names. */
function ShapeGlyph({ label }: { label: string }) {
  const shape = shapeOf(label)
  if (shape === null) return null
  const { width, height } = shape
  const scale = longestPx / Math.max(width, height)
  return (
    <svg width={longestPx + 2} height={longestPx + 2} viewBox="-11 -11 22 22" className="mb-0.5" aria-hidden>
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

/** Longest label, in characters, by the number of equal buttons in a row on a phone. */
const rowLabelMax: Partial<Record<number, number>> = { 2: 20, 3: 12, 4: 8, 5: 6, 6: 5 }

/** More options than this are a menu, however short. */
const pairsMax = 8

/** More proportions than this are a menu. */
const shapesMax = 10

type Layout = 'row' | 'pairs' | 'shapes' | 'menu'

/** `row`, `pairs` and proportions are buttons beside each other; an odd number of long options, or very many, becomes a `menu`. */
function layoutOf(options: readonly { label: string }[]): Layout {
  const shapes = options.filter(({ label }) => shapeOf(label) !== null).length
  if (shapes > 1 && shapes >= options.length - 1 && options.length <= shapesMax) return 'shapes'
  const longest = Math.max(...options.map(({ label }) => label.length))
  if (longest <= (rowLabelMax[options.length] ?? 0)) return 'row'
  return options.length % 2 === 0 && options.length <= pairsMax ? 'pairs' : 'menu'
}
