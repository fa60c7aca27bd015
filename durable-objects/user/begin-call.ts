// Begins a call of the API in one call of the object: the key, the plan, the switches of operators, the limits, and the hold of its tokens.
import { apiLimits } from '#contract/api-key-words.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import type { Outages } from '#domain/outage.ts'
import { switchAgainst } from '#domain/service-switch.ts'
import type { AdmitCallCommand, AdmitCallResult, CallOrder, FoundRepeat } from '../metering/calls.ts'
import type { AdmittedKey, KeyProof, KeyRefusal, RequestsLeft } from '../keys/calls.ts'
import type { KnownCaller } from './leases.ts'

export interface BeginCallCommand {
  proof: KeyProof
  /** As operators switch it off. */
  service: string
  isBasicModel: boolean
  call: CallOrder
}

export type RefusedCall =
  | KeyRefusal
  | Extract<AdmitCallResult, { state: 'refused' }>
  /** `text`: why an operator has switched the model or its service off. */
  | { state: 'refused'; code: 'MODEL_NOT_IN_PLAN' | 'SERVICE_OFF'; text?: string }

export interface BegunCall {
  state: 'begun'
  /** To be passed to the supplier; 0 for a call of a fixed price. */
  outputTokensMax: number
  /** Suppliers that have none of our money. */
  outages: Outages
  requests: RequestsLeft
}

/** The client has made this call before. */
export interface AskedAgain {
  state: 'repeated'
  of: FoundRepeat
  requests: RequestsLeft
}

export interface ApiCalls {
  /** Proves the key and holds what the call may cost at most. A refusal holds nothing. */
  beginCall(command: BeginCallCommand): Promise<RefusedCall | BegunCall | AskedAgain>
}

interface Around {
  admitKey: (proof: KeyProof) => Promise<KeyRefusal | AdmittedKey>
  /** Of the account of a key, which was just read. */
  callerOf: (keyId: string) => Promise<KnownCaller | null>
  /** Whether the key works with this secret. */
  works: (proof: KeyProof) => boolean
  admitCall: (command: AdmitCallCommand) => AdmitCallResult
}

/** After the last `await` everything is one commit. */
export async function beginCall(
  { admitKey, callerOf, works, admitCall }: Around,
  { proof, service, isBasicModel, call }: BeginCallCommand
): Promise<RefusedCall | BegunCall | AskedAgain> {
  const admitted = await admitKey(proof)
  if (admitted.state === 'refused') return admitted
  const caller = await callerOf(proof.keyId)
  // The key may have ended while the account was read.
  if (!caller || !works(proof)) return { state: 'refused', code: 'INVALID_KEY' }
  const plan = accountPlanOf(caller, Date.now())
  if (!mayUse(plan, isBasicModel)) return { state: 'refused', code: 'MODEL_NOT_IN_PLAN' }
  const off = switchAgainst(caller.switches, { service, model: call.model })
  if (off) return { state: 'refused', code: 'SERVICE_OFF', text: off.reason }
  const { day, month, total } = admitted.key.budgets
  const keyBudgets = { day: day ?? undefined, month: month ?? undefined, total: total ?? undefined }
  const held = admitCall({ ...call, keyId: proof.keyId, keyBudgets, openMax: apiLimits[plan].openCalls })
  if (held.state === 'refused') return held
  const { requests } = admitted
  if (held.state === 'repeated') return { ...held, requests }
  return { state: 'begun', outputTokensMax: held.outputTokensMax, outages: caller.outages, requests }
}
