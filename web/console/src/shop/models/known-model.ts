// A model as it is now and as it is planned: a change is made of what will be in force just before it starts.
import { placeAt, type ReadPlace, readPlaceAt } from '#contract/operator/access/planned.ts'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import type { ComingModelChange, GoneModel, OperatorModel } from '#contract/operator/shop/models.ts'
import { differencesOf } from './differences.ts'

export interface KnownModel {
  /** Undefined: it is planned, and not there yet. */
  now: OperatorModel | undefined
  /** Of this model alone, the soonest first. */
  coming: readonly ComingModelChange[]
  /** The id of the change that is in force, also of one that took the model away; null: none is. */
  inForce: string | null
}

/** As it is just before the change. */
export type KnownNow = Pick<OperatorModel, 'definition' | 'price_tokens'>

/** The models, what is planned of them, and those that are gone. */
export interface KnownShop {
  models: readonly OperatorModel[]
  coming: readonly ComingModelChange[]
  gone: readonly GoneModel[]
}

export function knownModel({ models, coming, gone }: KnownShop, id: string): KnownModel {
  const now = models.find(({ definition }) => definition.id === id)
  return {
    now,
    coming: coming.filter(({ model }) => model === id),
    inForce: now ? now.in_force : (gone.find(({ model }) => model === id)?.in_force ?? null)
  }
}

/** What a call says of a change that starts then. */
export const readPlaceIn = ({ coming, inForce }: KnownModel, startsAt: number): ReadPlace =>
  readPlaceAt(coming, startsAt, inForce)

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
