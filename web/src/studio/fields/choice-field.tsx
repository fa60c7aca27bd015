import { clsx } from 'clsx'
import { Lock } from 'lucide-react'
import { useId } from 'react'
import { batchChoice } from '#contract/catalogue/batch.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { cheapestPurchaseRub } from '#contract/catalogue/packages.ts'
import { type ChoiceParameter, defaultValues, type ParameterValues } from '#contract/catalogue/parameters.ts'
import { type AccountPlan, costUnder, mayUse } from '#contract/catalogue/plans.ts'
import { isBasicSetting } from '#contract/catalogue/price.ts'
import { optionsFor } from '#contract/catalogue/shown-parameters.ts'
import { formatRubles } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { Select, type SelectOption } from '../../base/ui/select.tsx'
import { currentPrice } from '../submit/submit-rules.ts'
import { Explanation } from './explanation.tsx'

interface ChoiceFieldProps {
  entry: StudioEntry
  parameter: ChoiceParameter
  values: ParameterValues
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
      className="min-h-12 w-full"
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

/** Longest label, in characters, by the number of equal buttons in a row on a phone. */
const rowLabelMax: Partial<Record<number, number>> = { 2: 20, 3: 12, 4: 8, 5: 6, 6: 5 }

/** More options than this are a menu, however short. */
const pairsMax = 8

/** `row` and `pairs` are buttons beside each other; an odd number of long options, or very many, becomes a `menu`. */
function layoutOf(options: readonly { label: string }[]): 'row' | 'pairs' | 'menu' {
  const longest = Math.max(...options.map(({ label }) => label.length))
  if (longest <= (rowLabelMax[options.length] ?? 0)) return 'row'
  return options.length % 2 === 0 && options.length <= pairsMax ? 'pairs' : 'menu'
}

export interface PricedOption {
  value: string
  label: string
  /** Total price with the other settings as they are; null when this choice does not change the price. */
  priceTokens: number | null
  /** Not allowed on the Free plan before the first purchase. */
  locked: boolean
}

export function pricedOptions(entry: StudioEntry, parameter: ChoiceParameter, values: ParameterValues) {
  const { name } = parameter
  const priced =
    name === batchChoice.name ||
    entry.price.times?.by === name ||
    (typeof entry.price.tokens === 'object' && entry.price.tokens.by === name)
  const start = { ...values, ...defaultValues(entry.parameters) }
  return optionsFor(parameter, values).map(({ value, label }): PricedOption => ({
    value,
    label,
    priceTokens: priced ? currentPrice(entry, { ...values, [name]: value }) : null,
    locked: priced && !isBasicSetting(entry, { ...start, [name]: value })
  }))
}

/** The option as a user of this plan sees it: what the plan covers costs nothing, and only a free plan has locks. */
export const optionFor = (option: PricedOption, plan: AccountPlan | undefined): PricedOption => ({
  ...option,
  priceTokens: option.priceTokens === null ? null : costUnder(plan, option.priceTokens),
  locked: option.locked && plan !== undefined && !mayUse(plan, false)
})

/** The total price with this option; below it, what opens an option that the plan does not allow. */
export const PriceNote = ({ option: { priceTokens, locked } }: { option: PricedOption }) =>
  priceTokens !== null && (
    <span className="inline-flex flex-col items-center whitespace-nowrap">
      <span>{formatTokens(priceTokens)}</span>
      {locked && (
        <span className="inline-flex items-center gap-1">
          <Lock size={12} aria-label="закрыто" /> <span>{`от ${formatRubles(cheapestPurchaseRub)}`}</span>
        </span>
      )}
    </span>
  )
