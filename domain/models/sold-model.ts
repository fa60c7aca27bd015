// A model as the server sells it: what pages know of it, and what they do not.
import type { ShownModel } from '#contract/catalogue/models.ts'
import type { Route } from './route.ts'

export interface SoldModel extends ShownModel {
  /** Whether it calls functions of the client, and whether it answers in JSON when asked; for callers of the API. */
  takesTools: boolean
  writesJson: boolean
  /** Null: not known, and then the usual limit of the context counts alone. */
  contextTokens: number | null
  /** By an operator; false: it is as in the catalogue. */
  isDefined: boolean
  /** In the order in which they are tried; empty: it is not connected. */
  routes: readonly Route[]
}
