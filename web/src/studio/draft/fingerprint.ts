import type { ParameterValues } from '#contract/catalogue/parameters.ts'

const prime = 0x01000193
const seeds = [0x811c9dc5, 0x9e3779b9]

/**
 * A short sign of a request, files included: equal for equal requests. FNV-1a under two seeds, because `crypto.subtle`
 * is missing on pages opened by an address in the local network; the server compares the requests themselves.
 */
export function fingerprintOf(parameters: ParameterValues): string {
  const text = JSON.stringify(Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return seeds.map((seed) => hash(text, seed).toString(16)).join('-')
}

function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), prime)
  return value >>> 0
}
