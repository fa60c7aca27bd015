// Who came by whose invitation. Whether somebody counts as invited, and whether the inviter is rewarded, is decided by the
// statement that stores it, so that callers at the same time agree and a limit is never passed.
import { and, count, eq, isNull, sql, sum } from 'drizzle-orm'
import type { Directory } from '../database.ts'
import { prepared } from '../prepared.ts'
import { isRunning } from './invitation-campaigns.ts'
import { invitationCampaigns, invitations } from './schema-invitations.ts'
import { users } from './schema.ts'

/** The code of a user's link. @param fresh becomes it, if there is none */
export async function ownInviteCode(directory: Directory, userId: string, fresh: string): Promise<string | undefined> {
  const [found] = await directory
    .update(users)
    .set({ inviteCode: sql`coalesce(${users.inviteCode}, ${fresh})` })
    .where(eq(users.id, userId))
    .returning({ code: users.inviteCode })
  return found?.code ?? undefined
}

/** How many came by a user's link in a campaign, and for how many of them the user was rewarded. */
export async function invitedBy(directory: Directory, inviterId: string, campaignId: string) {
  const [found] = await directory
    .select({ came: count(), rewarded: sum(invitations.isRewarded).mapWith(Number) })
    .from(invitations)
    .where(and(eq(invitations.inviterId, inviterId), eq(invitations.campaignId, campaignId)))
  return { came: found?.came ?? 0, rewarded: found?.rewarded ?? 0 }
}

const mayInvite = (code: string, userId: string) =>
  sql`${users.inviteCode} = ${code} and ${users.id} <> ${userId} and ${users.blockedAt} is null`

/** Whether the code is that of another account, which is not blocked. */
export async function isInvitedBy(directory: Directory, code: string, userId: string): Promise<boolean> {
  const found = await directory.select({ id: users.id }).from(users).where(mayInvite(code, userId))
  return found.length > 0
}

/** Stores that a user came by this code, if the campaign runs. Whoever came once stays with that inviter. */
export async function addInvitation(
  directory: Directory,
  { id, userId, code, campaignId, now }: { id: string; userId: string; code: string; campaignId: string; now: number }
): Promise<void> {
  await prepared(
    directory,
    sql`insert or ignore into ${invitations} (id, user_id, inviter_id, campaign_id, created_at)
      select ${id}, ${userId}, ${users.id}, ${invitationCampaigns.id}, ${now} from ${users}, ${invitationCampaigns}
      where ${invitationCampaigns.id} = ${campaignId} and ${isRunning(now)} and ${mayInvite(code, userId)}`
  ).run()
}

/** By which invitation a user came, with what it brings. */
export async function invitationOf(directory: Directory, userId: string) {
  const [found] = await directory
    .select({
      id: invitations.id,
      inviterId: invitations.inviterId,
      isRewarded: invitations.isRewarded,
      creditedAt: invitations.creditedAt,
      invitedTokens: invitationCampaigns.invitedTokens,
      inviterTokens: invitationCampaigns.inviterTokens
    })
    .from(invitations)
    .innerJoin(invitationCampaigns, eq(invitationCampaigns.id, invitations.campaignId))
    .where(eq(invitations.userId, userId))
  return found
}

/** With the first purchase of the invited user: decides for ever whether the inviter is rewarded. */
export async function decideReward(directory: Directory, userId: string, now: number): Promise<void> {
  await prepared(
    directory,
    sql`update ${invitations} set decided_at = ${now}, is_rewarded =
        exists (select 1 from ${users} where ${users.id} = invitations.inviter_id and ${users.blockedAt} is null)
        and (select count(*) from ${invitations} as other where other.inviter_id = invitations.inviter_id
            and other.campaign_id = invitations.campaign_id and other.is_rewarded = 1)
          < (select rewards_max from ${invitationCampaigns} where ${invitationCampaigns.id} = invitations.campaign_id)
      where user_id = ${userId} and decided_at is null`
  ).run()
}

export async function storeRewardCredited(directory: Directory, id: string, now: number): Promise<void> {
  await directory
    .update(invitations)
    .set({ creditedAt: now })
    .where(and(eq(invitations.id, id), isNull(invitations.creditedAt)))
}
