import { useState } from 'react'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'
import { firstAheadMs, minuteAfter, minuteSince, timeOf } from '../../base/local-time.ts'
import { serverNow } from '../../base/server-clock.ts'
import { type Draft, draftOf, newDraft, rebased } from './draft.ts'
import { definitionAt, type KnownModel, type KnownShop, knownModel, priceThen } from './known-model.ts'
import { definitionAtOffer, draftOfOffer, type Offered } from './offer.ts'

/** What an editor begins with. */
export interface Opened extends KnownShop {
  /** Null: a new one is made. */
  id: string | null
  kopecksPerToken: number | null
  /** What of a supplier's list is to become the model, or the list price of its route. */
  offered: Offered | undefined
}

const draftOfModel = (definition: ModelDefinition, offered: Offered | undefined): Draft =>
  draftOf(offered ? definitionAtOffer(definition, offered) : definition)

/** As the supplier's list says of a new model, or empty. */
function draftOfNew({ models, coming, kopecksPerToken, offered }: Opened): Draft {
  const ids = [...models.map(({ definition }) => definition.id), ...coming.map(({ model }) => model)]
  return offered ? draftOfOffer(offered, { ids, kopecksPerToken }) : newDraft
}

/** A list of a supplier is compared with what will be once everything planned has begun, and a model that is only planned can change after that. */
function firstStart({ now, coming }: KnownModel, offered: Offered | undefined): string {
  const last = coming.at(-1)
  const isAfterAll = last && (!now || offered) && last.starts_at > serverNow() + firstAheadMs
  return isAfterAll ? minuteSince(last.starts_at) : minuteAfter(firstAheadMs)
}

/**
 * The draft of a model, and the start of its change. The draft is made of what will be in force just before the start: with another start, or
 * when another operator plans something, only what this one has typed stays.
 */
export function useDraft(shop: Opened) {
  const { id, offered } = shop
  const opened = knownModel(shop, id ?? '')
  const [startsAt, setStartsAt] = useState(() => firstStart(opened, offered))
  // While the time is being typed nothing is made anew.
  const [lastAt, setLastAt] = useState(() => timeOf(startsAt))
  const at = timeOf(startsAt)
  if (!Number.isNaN(at) && at !== lastAt) setLastAt(at)
  const base = id === null ? null : definitionAt(opened, lastAt)
  // At a start at which the model is gone the last one that was there is shown.
  const [shown, setShown] = useState(base)
  const [draft, setDraft] = useState<Draft>(() => (base ? draftOfModel(base, offered) : draftOfNew(shop)))
  if (base && JSON.stringify(base) !== JSON.stringify(shown)) {
    setShown(base)
    setDraft(shown ? rebased(draft, draftOfModel(shown, offered), draftOfModel(base, offered)) : draft)
  }
  const model = id === null ? knownModel(shop, draft.id.trim()) : opened
  const known = shown ? { definition: shown, price_tokens: priceThen(model, shown) } : undefined
  return { draft, setDraft, model, known, startsAt, setStartsAt }
}
