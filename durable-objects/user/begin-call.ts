// Begins a call of the API in one call of the object: the key, the plan, the switches of operators, the limits, and the hold of its tokens.
import { apiCalls, apiLimits } from '#contract/api-key-words.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import type { Outages } from '#domain/outage.ts'
import { switchAgainst } from '#domain/service-switch.ts'
import type { AdmitCallResult, CallOrder, FoundRepeat } from '../metering/calls.ts'
import type { OrderWorksCommand, OrderWorksResult } from '../metering/order-works.ts'
import type { Metering } from '../metering/metering.ts'
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

/** Works that a key orders: it was admitted before. */
export interface OrderCommand extends Pick<OrderWorksCommand, 'model' | 'commands'> {
  proof: Pick<KeyProof, 'keyId' | 'secretHash'>
}

export interface ApiCalls {
  /** Proves the key and holds what the call may cost at most. A refusal holds nothing. */
  beginCall(command: BeginCallCommand): Promise<RefusedCall | BegunCall | AskedAgain>
  /** Reserves for all works or for none, if the key still works and its limits let it. May be repeated safely. */
  orderWorks(command: OrderCommand): Promise<RefusedCall | OrderWorksResult>
}

interface Around {
  admitKey: (proof: KeyProof) => Promise<KeyRefusal | AdmittedKey>
  /** Of the account of a key, which was just read. */
  callerOf: (keyId: string) => Promise<KnownCaller | null>
  /** The key, if it works with this secret. */
  provenKey: (proof: KeyProof) => Pick<AdmittedKey['key'], 'budgets'> | undefined
  metering: Pick<Metering, 'admit' | 'repeats'>
}

/** As metering takes them. */
export const keyBudgetsOf = ({ budgets: { day, month, total } }: Pick<AdmittedKey['key'], 'budgets'>) => ({
  day: day ?? undefined,
  month: month ?? undefined,
  total: total ?? undefined
})

/** The call of an earlier request. This request has one too when it is sent to the object again. */
const isOther = (of: FoundRepeat, callId: string): boolean => of.state === 'other-request' || of.callId !== callId

/** After the last `await` everything is one commit. */
export async function beginCall(
  { admitKey, callerOf, provenKey, metering }: Around,
  { proof, service, isBasicModel, call }: BeginCallCommand
): Promise<RefusedCall | BegunCall | AskedAgain> {
  const admitted = await admitKey(proof)
  if (admitted.state === 'refused') return admitted
  const caller = await callerOf(proof.keyId)
  // The key may have ended, or got other limits, while the account was read.
  const key = provenKey(proof)
  if (!caller || !key) return { state: 'refused', code: 'INVALID_KEY' }
  const { requests } = admitted
  // An answer that is paid is told again, also of a model that was switched off or left the plan since.
  const of = call.repeat && metering.repeats.find(proof.keyId, call.repeat, Date.now())
  if (of && isOther(of, call.callId)) return { state: 'repeated', of, requests }
  const plan = accountPlanOf(caller, Date.now())
  if (!mayUse(plan, isBasicModel)) return { state: 'refused', code: 'MODEL_NOT_IN_PLAN' }
  const off =
    switchAgainst(caller.switches, { ...apiCalls, model: null }) ??
    switchAgainst(caller.switches, { service, model: call.model })
  if (off) return { state: 'refused', code: 'SERVICE_OFF', text: off.reason }
  const held = metering.admit({
    ...call,
    keyId: proof.keyId,
    keyBudgets: keyBudgetsOf(key),
    openMax: apiLimits[plan].openCalls
  })
  if (held.state === 'refused') return held
  if (held.state === 'repeated') return { ...held, requests }
  return { state: 'begun', outputTokensMax: held.outputTokensMax, outages: caller.outages, requests }
}
