// Works that a key orders: reserved in the wallet, within the key's limits, in one commit. Apart from the calls, which tests without a
// runtime read.
import { type KeyBudgets, keyRefusalOf } from '#domain/metering/admission.ts'
import { microsPerToken } from '#domain/metering/prices.ts'
import type { ReserveCommand, ReserveResult } from '../wallet/calls.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { AdmitCallResult } from './calls.ts'
import type { KeyWorks } from './key-works.ts'
import type { MeterSums } from './sums.ts'

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

interface Around {
  wallet: Pick<Wallet, 'standingOf' | 'reserveAll'>
  sums: MeterSums
  works: KeyWorks
}

/** For all works or for none. Those that are reserved already count once. @throws RangeError */
export function orderWorks(
  { wallet, sums, works }: Around,
  { keyId, keyBudgets, model, commands }: OrderWorksCommand
): OrderWorksResult {
  const fresh = commands.filter(({ id }) => wallet.standingOf(id) === null)
  const micros = microsPerToken * fresh.reduce((sum, { priceTokens }) => sum + priceTokens, 0)
  const refusal = keyRefusalOf(micros, keyBudgets, sums.takenOf(keyId, Date.now()))
  if (refusal) return refusal
  const results = wallet.reserveAll(commands)
  for (const [index, { id: operationId, priceTokens }] of commands.entries())
    if (results[index]?.state === 'reserved') works.begin({ operationId, keyId, model, priceTokens })
  return { state: 'ordered', results }
}
