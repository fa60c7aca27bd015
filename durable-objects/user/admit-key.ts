// Decides whether a key of the API opens a request. What the object knows decides first; the account is read from D1 once a minute.
import { apiLimits } from '#contract/api-key-words.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import { keyRefusal, limitUnder } from '#domain/api-key-rules.ts'
import type { AdmittedKey, KeyProof, KeyRefusal } from '../keys/calls.ts'
import type { MemoryBuckets } from '../limiter/memory-buckets.ts'
import { type Admission, callerOf } from './admit-answer.ts'

interface KeyAdmission extends Admission {
  wallet: { isFrozen(): boolean }
}

/** The largest share of a plan. */
const wideFactor = Math.max(...Object.values(apiLimits).map(({ minuteShare }) => minuteShare))

const refused = (code: KeyRefusal['code']): KeyRefusal => ({ state: 'refused', code })

/** Takes from the limit only when the key opens the request: a key that was copied to another network takes nothing from its owner. */
export async function admitKey(
  admission: KeyAdmission,
  counts: MemoryBuckets,
  { keyId, secretHash, limit, ...use }: KeyProof
): Promise<KeyRefusal | AdmittedKey> {
  const { keys, wallet } = admission
  const key = keys.proven(keyId, secretHash, Date.now())
  if (!key) return refused('INVALID_KEY')
  const unfit = keyRefusal(key, use)
  if (unfit) return refused(unfit)
  // Before the account is read: one that is blocked is not known from the minute before.
  const wide = counts.take({ ...limit, key: `${limit.key}-any`, limit: limit.limit * wideFactor }, Date.now())
  if (!wide.allowed) return { ...refused('RATE_LIMITED'), retryAfterSeconds: wide.retryAfterSeconds }
  const account = await callerOf(admission, { kind: 'key', keyId })
  if (!account) return refused('INVALID_KEY')
  const now = Date.now()
  const plan = accountPlanOf(account, now)
  const rule = limitUnder(plan, limit)
  const taken = counts.take(rule, now)
  if (!taken.allowed) return { ...refused('RATE_LIMITED'), retryAfterSeconds: taken.retryAfterSeconds }
  if (wallet.isFrozen()) return refused('ACCOUNT_FROZEN')
  keys.noteUse(keyId, now)
  const { id, name, scopes, models, budgets } = key
  const requests = { limit: rule.limit, left: counts.left(rule, now) }
  const { firstPurchaseAt, premiumUntil } = account
  const facts = { firstPurchaseAt, premiumUntil }
  return { state: 'found', key: { id, name, scopes, models, budgets }, plan, facts, requests }
}
