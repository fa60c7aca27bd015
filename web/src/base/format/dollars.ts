import { makeOnce } from '#contract/make-once.ts'

const dollars = makeOnce(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: 4,
      maximumFractionDigits: 4
    })
)

/** `$0.0123`: always four decimals, as the receipt of an answer shows it. */
export const formatDollars = (usd: number): string => dollars().format(usd)
