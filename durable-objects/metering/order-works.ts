// Works that a key orders: what goes into the meter, what comes out. Apart from the calls, which tests without a runtime read.
import type { KeyBudgets } from '#domain/metering/admission.ts'
import type { ReserveCommand, ReserveResult } from '../wallet/calls.ts'
import type { AdmitCallResult } from './calls.ts'

export interface OrderWorksCommand {
  keyId: string
  /** Of the key, in whole site tokens. */
  keyBudgets: KeyBudgets
  /** As `/v1/models` names it. */
  model: string
  commands: readonly ReserveCommand[]
}

/** `results` as of `reserveAll`. */
export type OrderWorksResult =
  | { state: 'ordered'; results: ReserveResult[] }
  | Extract<AdmitCallResult, { state: 'refused' }>
