// Money in the notation of payment providers. Kopecks are integers; fractions are never used.

/** `99000` as `990.00`. @throws RangeError for anything else than a whole number from zero up */
export function decimalOf(kopecks: number): string {
  if (!Number.isSafeInteger(kopecks) || kopecks < 0) throw new RangeError('Kopecks must be a whole number from zero up')
  return `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`
}

/** `990.00` as 99000; null for every other notation, such as `990`, `1e3` or a number. */
export function kopecksOf(decimal: unknown): number | null {
  if (typeof decimal !== 'string' || !/^(0|[1-9]\d{0,9})\.\d\d$/.test(decimal)) return null
  return Number(decimal.replace('.', ''))
}
