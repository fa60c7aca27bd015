// The layout of the options of a choice, and the price of each.
import { Lock } from 'lucide-react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { batchChoice } from '#contract/catalogue/batch.ts'
import { type ChoiceParameter, defaultValues, type ParameterValues } from '#contract/catalogue/parameters.ts'
import { optionsFor } from '#contract/catalogue/shown-parameters.ts'
import { cheapestPurchaseRub } from '#contract/catalogue/packages.ts'
import { type AccountPlan, mayUse, paysInTokens } from '#contract/catalogue/plans.ts'
import { isBasicSetting } from '#contract/catalogue/price.ts'
import { currentPrice } from '../submit/submit-rules.ts'
import { formatRubles } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'

/** Longest label, in characters, by the number of equal buttons in a row on a phone. */
const rowLabelMax: Partial<Record<number, number>> = { 2: 20, 3: 12, 4: 8, 5: 6, 6: 5 }

/** More options than this are a menu, however short. */
const pairsMax = 8

/** `row` and `pairs` are buttons beside each other; an odd number of long options, or very many, becomes a `menu`. */
export function layoutOf(options: readonly { label: string }[]): 'row' | 'pairs' | 'menu' {
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
  priceTokens: option.priceTokens !== null && plan && !paysInTokens(plan) ? 0 : option.priceTokens,
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
