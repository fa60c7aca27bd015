// Which models are compared, and in which conversations. The address has the conversations, so that a reload, a second device and
// the way back find them.
import { type ShownModel, soldInPlaceOf } from '#contract/catalogue/models.ts'
import { paths } from '../../base/paths.ts'
import type { ObstacleKey } from '../stream/chat-store.ts'

export const comparedMin = 2
/** As many answers as one user may run at once. */
export const comparedMax = 4

/** What a visitor meets: one model of each maker. */
export const firstCompared: readonly string[] = ['gpt-4o-mini', 'claude-3-sonnet', 'grok-2']

export interface Compared {
  model: ShownModel
  /** Null: it has refused the first question. It gets one with the next question. */
  conversationId: number | null
}

/** The models with these ids, or what is sold in their place, each once, at most four. */
export function chosenOf(models: readonly ShownModel[], ids: readonly string[]): ShownModel[] {
  const named = models.filter(({ id }) => ids.includes(id)).map((model) => soldInPlaceOf(models, model))
  return models.filter((model) => named.includes(model)).slice(0, comparedMax)
}

/**
 * `claude-3-sonnet:17,grok-2:0,…`, where 0 is none; what names no model or no conversation is left out. A model that is no longer sold
 * is what is sold in its place.
 */
export function comparedIn(query: URLSearchParams, models: readonly ShownModel[]): Compared[] {
  const parts = (query.get('chats') ?? '').split(',').flatMap((part) => {
    const [id = '', number = ''] = part.split(':')
    const named = models.find((candidate) => candidate.id === id)
    const model = named && (soldInPlaceOf(models, named) ?? named)
    return model && /^(0|[1-9]\d{0,14})$/.test(number) ? [{ model, conversationId: Number(number) || null }] : []
  })
  const byModel = new Map(parts.map((part) => [part.model.id, part]))
  const compared = [...new Map([...byModel.values()].map((part) => [part.conversationId ?? part.model, part])).values()]
  return compared.length < comparedMin ? [] : compared.slice(0, comparedMax)
}

export const compareLink = (compared: readonly Compared[]): string =>
  `${paths.compare}?chats=${compared.map(({ model, conversationId }) => `${model.id}:${conversationId ?? 0}`).join(',')}`

/** The price of one question to all of them, in tokens. */
export const sumOf = (models: readonly ShownModel[]): number =>
  models.reduce((sum, { priceTokens }) => sum + priceTokens, 0)

/** Where the refusal of a question is explained. */
export const obstacleKeyOf = ({ model, conversationId }: Compared): ObstacleKey => conversationId ?? model.id
