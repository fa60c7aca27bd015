// The helper that makes a rich description out of a short idea, on the pages that make pictures and videos.
import { chatModels } from './chat-models.ts'
import type { ChatModel } from './chat.ts'
import type { StudioEntry } from './entry.ts'

/** In characters: an idea, not a text to be rewritten. */
export const ideaLengthMax = 1000

/** The model that writes it: the first of the cheapest in the catalogue. Its answer costs as much as in a chat. */
export const promptHelpModel: ChatModel = chatModels.reduce((cheapest, model) =>
  model.priceTokens < cheapest.priceTokens ? model : cheapest
)

/** What is described; null for pages without the helper: it would change a text to be spoken, or the sense of an edit. */
export function describedBy({ kind, parameters }: Pick<StudioEntry, 'kind' | 'parameters'>): 'image' | 'video' | null {
  if (kind !== 'image' && kind !== 'video') return null
  return parameters.some(({ name }) => name === 'prompt') ? kind : null
}
