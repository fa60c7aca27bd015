// What a user's object reads of the caller before it begins an answer.
import type { Outages } from '#domain/outage.ts'
import type { SessionTimes } from '#domain/session.ts'
import type { PlanFacts } from '#domain/account-plan.ts'
import type { Directory } from '../database.ts'

/** What the directory knows of who may ask, and who pays. */
export interface CallerFacts extends PlanFacts, SessionTimes {
  verifiedAt: number | null
  /** What the user wants the models to know; null: nothing. */
  about: string | null
  /** Of all providers: they are known as long as the caller is, so that they cost no call of their own. */
  outages: Outages
}

type CallerRow = Omit<CallerFacts, 'outages'> & { outages: string }

const callerQuery = `
  select users.verified_at as verifiedAt, users.about, users.first_purchase_at as firstPurchaseAt,
    subscriptions.access_until as premiumUntil, sessions.last_seen_at as lastSeenAt,
    sessions.expires_at as expiresAt, sessions.ended_at as endedAt,
    (select json_group_object(provider, until) from provider_outages) as outages
  from sessions join users on users.id = sessions.user_id
  left join subscriptions on subscriptions.user_id = users.id
  where sessions.id = ?1 and sessions.user_id = ?2`

/** The caller's account and session. @returns null when there is no such session */
export async function findCaller(
  { $client }: Directory,
  userId: string,
  sessionId: string
): Promise<CallerFacts | null> {
  const row = await $client.prepare(callerQuery).bind(sessionId, userId).first<CallerRow>()
  return row && { ...row, outages: JSON.parse(row.outages) as Outages }
}
