// What a model costs callers of the API: whole site tokens for a million of its own.
import type { Environment } from '#domain/environment.ts'
import { type PerMillion, perMillionOf, priceSettingOf } from '#domain/metering/prices.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'

/** Models stay the same objects between two changes of the shop. */
const known = new WeakMap<SoldModel, PerMillion>()

/** @throws Error for a model without a route, which cannot be called */
export function perMillionIn(environment: Environment, model: SoldModel): PerMillion {
  const price = known.get(model) ?? perMillionOf(model.routes, priceSettingOf(environment))
  if (!price) throw new Error('A model without a route has no price')
  known.set(model, price)
  return price
}
