// Money between the catalogue, which counts in roubles, our tables, which count in kopecks, and payment providers, which
// write decimals. Kopecks are integers; fractions are never used.

const kopecksPerRub = 100

/** @throws RangeError for a fraction: prices of the catalogue are whole roubles */
export function kopecksIn(rub: number): number {
  if (!Number.isSafeInteger(rub) || rub < 0) throw new RangeError('A price must be a whole number of roubles')
  return rub * kopecksPerRub
}

/** For display and for the API, never for arithmetic: a partial refund can be a fraction of a rouble. */
export const rubOf = (kopecks: number): number => kopecks / kopecksPerRub

/** `99000` as `990.00`. @throws RangeError for anything else than a whole number from zero up */
export function decimalOf(kopecks: number): string {
  if (!Number.isSafeInteger(kopecks) || kopecks < 0) throw new RangeError('Kopecks must be a whole number from zero up')
  return `${Math.floor(kopecks / kopecksPerRub)}.${String(kopecks % kopecksPerRub).padStart(2, '0')}`
}

/** `990.00` as 99000; null for every other notation, such as `990`, `1e3` or a number. */
export function kopecksOf(decimal: unknown): number | null {
  if (typeof decimal !== 'string' || !/^(0|[1-9]\d{0,9})\.\d\d$/.test(decimal)) return null
  return Number(decimal.replace('.', ''))
}
