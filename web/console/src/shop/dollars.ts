// Prices as operators type them: dollars, with a comma.
const microsPerDollar = 1_000_000
export const typedOf = (number: number): string => String(number).replace('.', ',')

export const dollarsOf = (micros: number | undefined, times = 1): string =>
  micros === undefined ? '' : typedOf((micros * times) / microsPerDollar)

/** NaN for what is no number, which the contract refuses. */
export function numberOf(typed: string): number {
  const text = typed.trim().replace(',', '.')
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

export const microsOf = (typed: string, per = 1): number => Math.round((numberOf(typed) * microsPerDollar) / per)
