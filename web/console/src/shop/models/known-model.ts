// A model as it is now and as it is planned: a change is made of what will be in force just before it starts.
import { placeAt, type ReadPlace, readPlaceAt } from '#contract/operator/access/planned.ts'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import type { ComingModelChange, OperatorModel } from '#contract/operator/shop/models.ts'
import { differencesOf } from './differences.ts'

export interface KnownModel {
  /** Undefined: it is planned, and not there yet. */
  now: OperatorModel | undefined
  /** Of this model alone, the soonest first. */
  coming: readonly ComingModelChange[]
}

/** As it is just before the change. */
export type KnownNow = Pick<OperatorModel, 'definition' | 'price_tokens'>

interface Shop {
  models: readonly OperatorModel[]
  coming: readonly ComingModelChange[]
}

export const knownModel = ({ models, coming }: Shop, id: string): KnownModel => ({
  now: models.find(({ definition }) => definition.id === id),
  coming: coming.filter(({ model }) => model === id)
})

/** What a call says of a change that starts then. */
export const readPlaceIn = ({ now, coming }: KnownModel, startsAt: number): ReadPlace =>
  readPlaceAt(coming, startsAt, now?.in_force)

/** What a change that starts then changes; null: there is no such model at that time. */
export function definitionAt({ now, coming }: KnownModel, startsAt: number): ModelDefinition | null {
  const { base } = placeAt(coming, startsAt)
  return base ? base.becomes : (now?.definition ?? null)
}

/** What a request costs then: a price that was set on the page of prices stays whatever becomes of the model. */
export const priceThen = ({ now }: KnownModel, { priceTokens }: ModelDefinition): number =>
  now && now.price_tokens !== now.definition.priceTokens ? now.price_tokens : priceTokens

/** What a planned change makes of the model, in words. @param names of suppliers by id */
export function plannedText(known: KnownModel, change: ComingModelChange, names: ReadonlyMap<string, string>): string {
  const was = definitionAt(known, change.starts_at)
  if (!change.becomes) return 'модели не станет'
  if (!was) return `новая модель «${change.becomes.name}»`
  const lines = differencesOf(was, change.becomes, names)
  return lines.length === 0
    ? 'без видимых изменений'
    : lines.map(({ name, becomes }) => `${name.charAt(0).toLowerCase()}${name.slice(1)}: ${becomes}`).join('; ')
}
