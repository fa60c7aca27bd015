// The options of a choice with what each costs.
import { Lock } from 'lucide-react'
import { batchChoice } from '#contract/catalogue/batch.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { cheapestPurchaseRub } from '#contract/catalogue/packages.ts'
import { type ChoiceParameter, defaultValues, type ParameterValues } from '#contract/catalogue/parameters.ts'
import { type AccountPlan, costUnder, mayUse } from '#contract/catalogue/plans.ts'
import { isBasicSetting } from '#contract/catalogue/price.ts'
import { optionsFor } from '#contract/catalogue/shown-parameters.ts'
import { formatRubles } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { currentPrice } from './submit-rules.ts'
import type { IsUnable } from './unable.ts'

/** Beside what cannot be chosen now. */
export const unableWord = 'недоступно'

export interface PricedOption {
  value: string
  label: string
  /** Total price with the other settings as they are; null when this choice does not change the price. */
  priceTokens: number | null
  /** Not allowed on the Free plan before the first purchase. */
  locked: boolean
  /** Nothing that is connected makes it now. */
  isUnable: boolean
}

export function pricedOptions(
  entry: StudioEntry,
  parameter: ChoiceParameter,
  values: ParameterValues,
  isUnable: IsUnable
) {
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
    locked: priced && !isBasicSetting(entry, { ...start, [name]: value }),
    isUnable: isUnable(name, value)
  }))
}

/** The option as a user of this plan sees it: what the plan covers costs nothing, and only a free plan has locks. */
export const optionFor = (option: PricedOption, plan: AccountPlan | undefined): PricedOption => ({
  ...option,
  priceTokens: option.priceTokens === null ? null : costUnder(plan, option.priceTokens),
  locked: option.locked && plan !== undefined && !mayUse(plan, false)
})

const lockText = () => `закрыто, от ${formatRubles(cheapestPurchaseRub)}`

/** The total price with this option; a lock beside it, which comes with the plan and makes nothing higher, on what the plan does not allow. */
export const PriceNote = ({ option: { priceTokens, locked, isUnable } }: { option: PricedOption }) =>
  isUnable ? (
    <span>{unableWord}</span>
  ) : (
    priceTokens !== null && (
      <span className="inline-flex items-center gap-1 whitespace-nowrap">
        <span>{formatTokens(priceTokens)}</span>
        {locked && <Lock size={12} aria-label={lockText()} />}
      </span>
    )
  )
