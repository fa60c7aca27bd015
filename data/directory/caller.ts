// What a user's object reads of the caller before it begins an answer.
import type { Outages } from '#domain/outage.ts'
import type { ServiceSwitch } from '#domain/service-switch.ts'
import type { SessionTimes } from '#domain/session.ts'
import type { PlanFacts } from '#domain/account-plan.ts'
import type { Directory } from '../base/database.ts'

/** What the directory knows about a caller: whether they may ask, and on which plan. */
export interface CallerFacts extends PlanFacts, SessionTimes {
  verifiedAt: number | null
  /** What the user wants the models to know; null: nothing. */
  about: string | null
  /** Outages of all providers: cached with the caller, so that they cost no call of their own. */
  outages: Outages
  /** Switches of all services: cached as long, so that a switched-off service is off for every user within a minute. */
  switches: ServiceSwitch[]
}

type CallerRow = Omit<CallerFacts, 'outages' | 'switches'> & { outages: string; switches: string }

const callerQuery = `
  select users.verified_at as verifiedAt, users.about, users.first_purchase_at as firstPurchaseAt,
    subscriptions.access_until as premiumUntil, sessions.last_seen_at as lastSeenAt,
    sessions.expires_at as expiresAt, sessions.ended_at as endedAt,
    (select json_group_object(provider, until) from provider_outages) as outages,
    (select json_group_array(json_object('service', service, 'model', nullif(model, ''), 'reason', reason))
      from service_switches) as switches
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
  return (
    row && {
      ...row,
      outages: JSON.parse(row.outages) as Outages,
      switches: JSON.parse(row.switches) as ServiceSwitch[]
    }
  )
}
