import type { UsageRecord } from '#contract/wallet.ts'
import type { Call } from '#sandbox/base/calls.ts'

export type Progress = 'not sent' | 'running' | 'ended'

/** The data that checks compare with. */
export interface Found {
  /** The user's history, with the operations that still run. */
  usage: readonly UsageRecord[]
  /** All calls that the upstreams got. */
  calls: readonly Call[]
}

export interface Checked {
  problems: string[]
  chargedTokens: number
  outcome: string
  /** The stored text of an answer. */
  content?: string
}

/** One piece of a user's work that a kill may interrupt anywhere. */
export interface Task {
  readonly id: string
  readonly kind: string
  readonly progress: Progress
  /** Does the work as far as it comes. @throws anything when the product dies */
  begin(): Promise<void>
  /** Goes on after the restart, to the end. */
  comeBack(): Promise<void>
  check(found: Found): Promise<Checked>
}
