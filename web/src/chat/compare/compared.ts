// Which models are compared, and in which conversations. The address has the conversations, so that a reload, a second device and
// the way back find them.
import { type ShownModel, soldInPlaceOf } from '#contract/models.ts'
import { paths } from '../../base/paths.ts'

export const comparedMin = 2
/** As many answers as one user may run at once. */
export const comparedMax = 4

/** What a visitor meets: one model of each maker. */
export const firstCompared: readonly string[] = ['gpt-4o-mini', 'claude-3-sonnet', 'grok-2']

export interface Compared {
  model: ShownModel
  conversationId: number
}

/** The models with these ids, or what is sold in their place, each once, at most four. */
export function chosenOf(models: readonly ShownModel[], ids: readonly string[]): ShownModel[] {
  const named = models.filter(({ id }) => ids.includes(id)).map((model) => soldInPlaceOf(models, model))
  return models.filter((model) => named.includes(model)).slice(0, comparedMax)
}

/** `claude-3-sonnet:17,…`; what names no model or no conversation is left out. A model that is no longer sold is what is sold in its place. */
export function comparedIn(query: URLSearchParams, models: readonly ShownModel[]): Compared[] {
  const parts = (query.get('chats') ?? '').split(',').flatMap((part) => {
    const [id = '', number = ''] = part.split(':')
    const named = models.find((candidate) => candidate.id === id)
    const model = named && (soldInPlaceOf(models, named) ?? named)
    return model && /^[1-9]\d{0,14}$/.test(number) ? [{ model, conversationId: Number(number) }] : []
  })
  const compared = [...new Map(parts.map((part) => [part.conversationId, part])).values()]
  return compared.length < comparedMin ? [] : compared.slice(0, comparedMax)
}

export const compareLink = (compared: readonly Compared[]): string =>
  `${paths.compare}?chats=${compared.map(({ model, conversationId }) => `${model.id}:${conversationId}`).join(',')}`

/** The price of one question to all of them, in tokens. */
export const sumOf = (models: readonly ShownModel[]): number =>
  models.reduce((sum, { priceTokens }) => sum + priceTokens, 0)
