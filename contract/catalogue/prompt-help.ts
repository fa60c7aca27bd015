// The helper that makes a rich description out of a short idea, on the pages that make pictures and videos.
import { chatModels } from './chat-models.ts'
import type { ChatModel } from './chat.ts'
import type { StudioEntry } from './entry.ts'
import { type ShownModel, soldInPlaceOf } from '../models.ts'

/** In characters: an idea, not a text to be rewritten. */
export const ideaLengthMax = 1000

/** The model that writes it: the first of the cheapest in the catalogue. Its answer costs as much as in a chat. */
export const promptHelpModel: ChatModel = chatModels.reduce((cheapest, model) =>
  model.priceTokens < cheapest.priceTokens ? model : cheapest
)

/** The same among the models that are sold now: itself, what is sold in its place, or the cheapest. Undefined: none is on sale. */
export function promptHelperIn<Model extends ShownModel>(models: readonly Model[]): Model | undefined {
  const own = models.find(({ id }) => id === promptHelpModel.id)
  const sold = own && soldInPlaceOf(models, own)
  return (
    models.find((model) => model === sold) ??
    models.filter(({ isOnSale }) => isOnSale).toSorted((one, other) => one.priceTokens - other.priceTokens)[0]
  )
}

/** What is described; null for pages without the helper: it would change a text to be spoken, or the sense of an edit. */
export function describedBy({ kind, parameters }: Pick<StudioEntry, 'kind' | 'parameters'>): 'image' | 'video' | null {
  if (kind !== 'image' && kind !== 'video') return null
  return parameters.some(({ name }) => name === 'prompt') ? kind : null
}
