// What a user's object reads of the caller before it begins an answer.
import type { Caller } from '#domain/caller.ts'
import type { Outages } from '#domain/outage.ts'
import type { ServiceSwitch } from '#domain/service-switch.ts'
import type { SessionTimes } from '#domain/session.ts'
import type { PlanFacts } from '#domain/account-plan.ts'
import type { Directory } from '../base/database.ts'

/** What the directory knows about a caller: whether they may ask, and on which plan. */
export interface CallerFacts extends PlanFacts {
  /** Null: the caller has a key, which only the user's object knows. */
  session: SessionTimes | null
  verifiedAt: number | null
  /** What the user wants the models to know; null: nothing. */
  about: string | null
  /** Outages of all providers: cached with the caller, so that they cost no call of their own. */
  outages: Outages
  /** Switches of all services: cached as long, so that a switched-off service is off for every user within a minute. */
  switches: ServiceSwitch[]
}

type AccountRow = Omit<CallerFacts, 'session' | 'outages' | 'switches'> & { outages: string; switches: string }
type SessionRow = AccountRow & SessionTimes

const accountColumns = `
    users.verified_at as verifiedAt, users.about, users.first_purchase_at as firstPurchaseAt,
    subscriptions.access_until as premiumUntil,
    (select json_group_object(provider, until) from provider_outages) as outages,
    (select json_group_array(json_object('service', service, 'model', nullif(model, ''), 'reason', reason))
      from service_switches) as switches`

const sessionQuery = `
  select ${accountColumns}, sessions.last_seen_at as lastSeenAt, sessions.expires_at as expiresAt,
    sessions.ended_at as endedAt
  from sessions join users on users.id = sessions.user_id
  left join subscriptions on subscriptions.user_id = users.id
  where sessions.user_id = ?1 and sessions.id = ?2`

const accountQuery = `
  select ${accountColumns}
  from users left join subscriptions on subscriptions.user_id = users.id
  where users.id = ?1 and users.blocked_at is null and users.deletion_requested_at is null`

const factsOf = ({ outages, switches, ...row }: AccountRow) => ({
  ...row,
  outages: JSON.parse(outages) as Outages,
  switches: JSON.parse(switches) as ServiceSwitch[]
})

/**
 * The caller's account, and the session of one that has a session.
 * @returns null when there is no such session; for a key when the account is blocked, is to be erased or is gone: what ends its
 * sessions ends none of its keys
 */
export async function findCaller({ $client }: Directory, userId: string, caller: Caller): Promise<CallerFacts | null> {
  if (caller.kind === 'key') {
    const row = await $client.prepare(accountQuery).bind(userId).first<AccountRow>()
    return row && { ...factsOf(row), session: null }
  }
  const row = await $client.prepare(sessionQuery).bind(userId, caller.sessionId).first<SessionRow>()
  if (!row) return null
  const { lastSeenAt, expiresAt, endedAt, ...account } = row
  return { ...factsOf(account), session: { lastSeenAt, expiresAt, endedAt } }
}
