// Campaigns of invitations. One runs at a time: the statement that adds one decides whether it may.
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'
import { invitationCampaigns, invitations } from './schema-invitations.ts'

export type CampaignRow = typeof invitationCampaigns.$inferSelect

/** The condition on a campaign's row that it runs. */
export const isRunning = (now: number) =>
  sql`${invitationCampaigns.endedAt} is null
    and (${invitationCampaigns.endsAt} is null or ${invitationCampaigns.endsAt} > ${now})`

const findCampaign = (directory: Directory, id: string): Promise<CampaignRow | undefined> =>
  directory.select().from(invitationCampaigns).where(eq(invitationCampaigns.id, id)).get()

export const runningCampaign = (directory: Directory, now: number): Promise<CampaignRow | undefined> =>
  directory.select().from(invitationCampaigns).where(isRunning(now)).limit(1).get()

/** Whether one more user may count as invited. */
export const hasRoom = ({ came, peopleMax }: CampaignRow): boolean => came < peopleMax

/** @returns false when another campaign runs; inserting the same row again changes nothing */
export async function addCampaign(directory: Directory, row: Omit<CampaignRow, 'endedAt' | 'came'>): Promise<boolean> {
  const { id, invitedTokens, inviterTokens, rewardsMax, networkMax, peopleMax, endsAt, createdAt, createdBy } = row
  await prepared(
    directory,
    sql`insert or ignore into ${invitationCampaigns}
      (id, invited_tokens, inviter_tokens, rewards_max, network_max, people_max, purchase_min_kopecks,
        ends_at, created_at, created_by)
      select ${id}, ${invitedTokens}, ${inviterTokens}, ${rewardsMax}, ${networkMax}, ${peopleMax},
        ${row.purchaseMinKopecks}, ${endsAt}, ${createdAt}, ${createdBy}
      where not exists (select 1 from ${invitationCampaigns} where ${isRunning(createdAt)})`
  ).run()
  return (await findCampaign(directory, id)) !== undefined
}

export async function endCampaign(directory: Directory, id: string, now: number): Promise<void> {
  await directory
    .update(invitationCampaigns)
    .set({ endedAt: now })
    .where(and(eq(invitationCampaigns.id, id), isNull(invitationCampaigns.endedAt)))
}

// Written as SQL, because the query builder leaves out the tables of columns in a selection.
const rewards = sql`from ${invitations} where invitations.campaign_id = invitation_campaigns.id and invitations.is_rewarded = 1`

const counted = {
  campaign: invitationCampaigns,
  rewarded: sql<number>`(select count(*) ${rewards} and invitations.taken_back_at is null)`,
  takenBack: sql<number>`(select count(*) ${rewards} and invitations.taken_back_at is not null)`
}

/** Newest first, with the numbers of credited rewards and of rewards that were taken back. */
export const countedCampaigns = (
  directory: Directory,
  { before, limit }: { before: number | undefined; limit: number }
) =>
  directory
    .select(counted)
    .from(invitationCampaigns)
    .where(before === undefined ? undefined : lt(invitationCampaigns.createdAt, before))
    .orderBy(desc(invitationCampaigns.createdAt))
    .limit(limit)

export const countedCampaign = (directory: Directory, id: string) =>
  directory.select(counted).from(invitationCampaigns).where(eq(invitationCampaigns.id, id)).get()

export type CountedCampaign = NonNullable<Awaited<ReturnType<typeof countedCampaign>>>
