import { makeOnce } from '#contract/make-once.ts'

const currency = makeOnce(
  () =>
    new Intl.NumberFormat('ru-RU', {
      style: 'currency',
      currency: 'RUB',
      trailingZeroDisplay: 'stripIfInteger'
    })
)
const dollars = makeOnce(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: 4,
      maximumFractionDigits: 4
    })
)

/** `990 ₽`, and `250,50 ₽` where there are kopecks; the space does not break. */
export const formatRubles = (rubles: number): string => currency().format(rubles)

/** `$0.0123`: always four decimals, as the receipt of an answer shows it. */
export const formatDollars = (usd: number): string => dollars().format(usd)
