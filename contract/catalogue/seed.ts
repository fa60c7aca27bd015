// The seed of a job: the same number with the same settings gives (almost) the same result again.
import type { ParameterValues, Parameter, SeedParameter } from './parameters.ts'
import { isShown } from './shown-parameters.ts'

/** Every provider that takes a seed takes these. For Stability 0 means a random one, and its largest is this. */
const seedMin = 1
const seedMax = 4_294_967_294

/** @param shownWhen where only some settings lead to a provider that takes a seed */
export const seedParameter = (shownWhen?: SeedParameter['shownWhen']): SeedParameter => ({
  kind: 'seed',
  name: 'seed',
  label: 'Seed',
  min: seedMin,
  max: seedMax,
  advanced: true,
  ...(shownWhen && { shownWhen })
})

/** Whether the provider takes a seed for these settings. */
export const takesSeed = (parameters: readonly Parameter[], values: ParameterValues): boolean =>
  parameters.some((parameter) => parameter.kind === 'seed' && isShown(parameter, values))

/** The seed of a job of a batch: one seed for all jobs would make the same picture several times. */
export const seedAt = (first: number, index: number): number => ((first - seedMin + index) % seedMax) + seedMin

/** @param random from 0 up to, but not including, 1 */
export const drawnSeed = (random: number): number => seedMin + Math.floor(random * seedMax)
