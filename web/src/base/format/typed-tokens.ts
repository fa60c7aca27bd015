// Whole tokens in a field: as they are typed, and as they are shown there.
import { formatCount } from '#contract/counted.ts'

/** Null: nothing is typed. NaN: what is typed is no whole number. */
export function tokensOf(typed: string): number | null {
  const digits = typed.replace(/\s/g, '')
  return digits === '' ? null : /^\d+$/.test(digits) ? Number(digits) : NaN
}

export const typedOf = (tokens: number | null): string => (tokens === null ? '' : formatCount(tokens))
