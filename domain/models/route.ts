// Who can answer for a model, in which order. A request fixes its routes when it is admitted; what operators change meanwhile holds for
// the next one.
import type { ChatUpstream } from '#contract/catalogue/chat.ts'
import type { ListPrice } from '../upstreams/list-prices.ts'

export interface Route {
  /** The id of the supplier. */
  supplier: string
  /** The model, by the supplier's id. */
  model: string
  effort?: ChatUpstream['effort'] | undefined
  /** Whether the model can be asked to show its thinking. */
  showsThinking: boolean
  outputTokensMax: number
  /** The next route is tried when no word has come by then. */
  firstWordMs: number
  listPrice: ListPrice
}

/** How long a route may be silent when nothing else is set: models that think need most of it. */
export const usualFirstWordMs = 60_000
