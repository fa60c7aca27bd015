// What a call needs that only a fresh sign-in may make: its user proves again who they are, over the page (app/over-pages.tsx).
// The calls themselves: call-fresh.ts. Apart from them, because every page loads this.
import type { ProofWay } from '#contract/second-step.ts'
import { pageStore } from '../storage/page-store.ts'

export interface FreshProof {
  isOpen: boolean
  /** What the user can prove with. */
  ways: readonly ProofWay[]
  /** Another one each time: the dialog begins anew. */
  turn: number
  /** Calls off what waits for the proof. */
  onClose: () => void
}

/** Null: nothing needed it on this page. */
export const freshProof = pageStore<FreshProof | null>(() => null)
