// A model of pictures or speech as its tool in the catalogue: what it costs, and whether it can be asked.
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import { defaultValues, type ParameterValues } from '#contract/catalogue/parameters.ts'
import { mayUse, type AccountPlan } from '#contract/catalogue/plans.ts'
import { isBasicSetting, priceRange } from '#contract/catalogue/price.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { workAliases, type WorkModel, workModels } from '#contract/v1/work-models.ts'
import { isWorkConnected } from '#domain/supplies/choice.ts'
import type { InForce } from '../../http/in-force.ts'
import { noSuchModel } from '../base/errors.ts'

export function entryOf({ path }: WorkModel): StudioEntry {
  const entry = studioEntryOfPath(path)
  if (!entry) throw new Error(`No tool has the path ${path}`)
  return entry
}

const usualValues = (model: WorkModel): ParameterValues => ({
  ...defaultValues(entryOf(model).parameters),
  ...model.set
})

/** Tokens for one result: the least and the most, without what the length of a text adds. */
export function tokensOf(model: WorkModel, { prices }: InForce): { minTokens: number; maxTokens: number } {
  const { price, id } = pricedEntry(entryOf(model), prices)
  const chosen = typeof price.tokens === 'object' ? model.set?.[price.tokens.by] : undefined
  if (typeof price.tokens === 'number' || chosen === undefined) return priceRange({ id, price })
  const tokens = price.tokens.values[chosen] ?? 0
  return { minTokens: tokens, maxTokens: tokens }
}

/** Whether an account is there that makes it, and the plan opens it in its usual settings. */
export function isOffered(model: WorkModel, { supplies }: InForce, plan: AccountPlan): boolean {
  const [entry, values] = [entryOf(model), usualValues(model)]
  const { provider, model: upstream } = mediaRouteOf(entry, values)
  return isWorkConnected({ provider, model: upstream }, supplies) && mayUse(plan, isBasicSetting(entry, values))
}

type Call = keyof typeof workAliases

/** @param fits whether the call can ask a model at all @throws ApiError 404 */
export function workModelOf(
  call: Call,
  asked: string | null | undefined,
  fits: (model: WorkModel) => boolean
): WorkModel {
  const aliases: Record<string, string> = workAliases[call]
  const name = asked ?? ''
  const id = Object.hasOwn(aliases, name) ? aliases[name] : name
  const model = workModels.find((one) => fits(one) && (asked == null || one.id === id))
  if (!model) throw noSuchModel(name)
  return model
}
