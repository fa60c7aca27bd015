// The calls about the keys of one user. Every call may be repeated safely with the same arguments.
import type { ApiKey } from '#contract/api-keys.ts'
import type { BudgetPeriod } from '#contract/budget-words.ts'
import type { AccountPlan } from '#contract/catalogue/plans.ts'
import type { KeyLimits, KeyUse } from '#domain/api-key-rules.ts'
import type { PlanFacts } from '#domain/account-plan.ts'
import type { BucketRule } from '#domain/bucket.ts'
import type { AnswerRefusal, Asker } from '../answer/calls.ts'
import type { KeyUsage } from '../metering/calls.ts'

/** What the user chooses of a key. */
export interface KeyChoice extends KeyLimits {
  name: string
  /** In whole site tokens; null: no limit of this period. */
  budgets: Record<BudgetPeriod, number | null>
  /** Milliseconds since the epoch; null: it does not end by itself. */
  expiresAt: number | null
}

export interface KeySecret {
  keyId: string
  /** SHA-256 in hexadecimal digits. */
  secretHash: string
  hint: string
}

/** What the Worker has read of a key, and what the request is about. */
export interface KeyProof extends KeyUse {
  keyId: string
  /** SHA-256 in hexadecimal digits. */
  secretHash: string
  /** The limit that the request counts against, in memory alone. */
  limit: BucketRule
}

/**
 * `INVALID_KEY`: there is no such key, it has ended or expired, or the account is blocked, to be erased or gone. The other codes are
 * told to the bearer of a working key alone.
 */
export interface KeyRefusal {
  state: 'refused'
  code: 'INVALID_KEY' | 'NETWORK' | 'SCOPE' | 'MODEL' | 'ACCOUNT_FROZEN' | 'RATE_LIMITED'
  /** With RATE_LIMITED: whole seconds until the next request is let through. */
  retryAfterSeconds?: number
}

/** Requests that all keys of the user may make: within a minute, and at once from now on. */
export interface RequestsLeft {
  limit: number
  left: number
}

export interface AdmittedKey {
  state: 'found'
  key: Pick<KeyChoice, 'name' | 'scopes' | 'models' | 'budgets'> & { id: string }
  /** What the account may use: `mayUse` of contract/catalogue/plans.ts. */
  plan: AccountPlan
  /** Of the account. */
  facts: PlanFacts
  requests: RequestsLeft
}

/** full: as many keys work as one user may have. */
export type KeyResult<Key = ApiKey> = { state: 'done'; apiKey: Key } | { state: 'unknown' | 'full' }

/** A key without what it has spent, which metering knows. */
export type KeyFacts = Omit<ApiKey, 'spent'>

export type SeenKey = ApiKey & { ended_at?: number | null }

export interface KeyName {
  id: string
  name: string
  isEnded: boolean
}

export interface KeyCalls {
  /** The user's keys, newest first, for a session of the user. */
  readKeys(asker: Asker): Promise<AnswerRefusal | { state: 'found'; items: ApiKey[] }>
  /**
   * What all keys have used from the day on that `since` is in, the newest days first, and the keys that are known by name, for a
   * session of the user. @param limit rows at most
   */
  readKeyUsage(
    asker: Asker,
    since: number,
    limit: number
  ): Promise<AnswerRefusal | { state: 'found'; usage: KeyUsage[]; names: KeyName[] }>
  /** The keys without asking who reads. @param withEnded also those that were ended, and when */
  viewKeys(withEnded?: boolean): Promise<SeenKey[]>
  makeKey(made: KeySecret & KeyChoice): Promise<KeyResult>
  /** What is left out stays. */
  changeKey(keyId: string, change: Partial<KeyChoice>): Promise<KeyResult>
  /** Another secret; the one before it works until then, and its streams go on. @param overlapsUntil null: it ends at once */
  replaceKey(secret: KeySecret, overlapsUntil: number | null): Promise<KeyResult>
  /** Streams in flight end too. @returns false: there is no such key */
  endKey(keyId: string): Promise<boolean>
  /** The account was blocked or is to be erased: it is read anew, so that its keys open nothing and what they have begun ends. */
  stopKeys(): Promise<void>
  /** The account is erased: nothing of its keys is left. */
  eraseKeys(): Promise<void>
  /** Whether this key opens this request now. Without D1 while the account is cached. */
  admitKey(proof: KeyProof): Promise<KeyRefusal | AdmittedKey>
  /**
   * Whether a call that was begun with this secret may go on: the key is not ended or replaced at once, the account not blocked.
   * @param callId of the call that this Worker runs: it lives on. Absent: another Worker runs it
   */
  keyWorks(keyId: string, secretHash: string, callId?: string): Promise<boolean>
  /** A client has got all of the answer with these works. @param until it may be forgotten then */
  noteTold(operationId: string, until: number): Promise<void>
  wasTold(operationId: string): Promise<boolean>
}
