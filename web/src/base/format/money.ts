const wholeRubles = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB', maximumFractionDigits: 0 })
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 4,
  maximumFractionDigits: 4
})

/** `990 ₽`, the space does not break. */
export const formatRubles = (rubles: number): string => wholeRubles.format(rubles)

/** `$0.0123`: always four decimals, as the receipt of an answer shows it. */
export const formatDollars = (usd: number): string => dollars.format(usd)
