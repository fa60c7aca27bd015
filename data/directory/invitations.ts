// Which user came by whose invitation. The statement that stores an invitation also decides whether it counts, so that
// concurrent callers agree and never exceed a limit.
import { and, count, eq, not, sql, sum } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'
import { isRunning } from './invitation-campaigns.ts'
import { isOperators } from './operators.ts'
import { invitationCampaigns, invitations } from './schema-invitations.ts'
import { users } from './schema.ts'

/** The code of a user's link; undefined for operators. @param fresh becomes it, if there is none */
export async function ownInviteCode(directory: Directory, userId: string, fresh: string): Promise<string | undefined> {
  const [found] = await directory
    .update(users)
    .set({ inviteCode: sql`coalesce(${users.inviteCode}, ${fresh})` })
    .where(and(eq(users.id, userId), not(isOperators(userId))))
    .returning({ code: users.inviteCode })
  return found?.code ?? undefined
}

/** How many users came by a user's link in a campaign, and how many rewards were credited and taken back. */
export async function invitedBy(directory: Directory, inviterId: string, campaignId: string) {
  const [found] = await directory
    .select({
      came: count(),
      rewarded: sum(invitations.isRewarded).mapWith(Number),
      takenBack: count(invitations.takenBackAt)
    })
    .from(invitations)
    .where(and(eq(invitations.inviterId, inviterId), eq(invitations.campaignId, campaignId)))
  return { came: found?.came ?? 0, rewarded: found?.rewarded ?? 0, takenBack: found?.takenBack ?? 0 }
}

const mayInvite = (code: string, userId: string) =>
  sql`${users.inviteCode} = ${code} and ${users.id} <> ${userId} and ${users.blockedAt} is null
    and not ${isOperators(users.id)} and not ${isOperators(userId)}`

/** Whether the code belongs to another account that is neither blocked nor an operator's. */
export async function isInvitedBy(directory: Directory, code: string, userId: string): Promise<boolean> {
  const found = await directory.select({ id: users.id }).from(users).where(mayInvite(code, userId))
  return found.length > 0
}

/** Stores that a user came by this code, if the campaign runs and has room. A user who came once keeps that inviter. */
export async function addInvitation(
  directory: Directory,
  { id, userId, code, campaignId, now }: { id: string; userId: string; code: string; campaignId: string; now: number }
): Promise<void> {
  await prepared(
    directory,
    sql`insert or ignore into ${invitations} (id, user_id, inviter_id, campaign_id, created_at)
      select ${id}, ${userId}, ${users.id}, ${invitationCampaigns.id}, ${now} from ${users}, ${invitationCampaigns}
      where ${invitationCampaigns.id} = ${campaignId} and ${isRunning(now)} and ${mayInvite(code, userId)}
        and ${invitationCampaigns.came} < ${invitationCampaigns.peopleMax}`
  ).run()
}

/** The tokens for a user who came by an invitation. Undefined: the user did not. */
export async function invitedTokensOf(directory: Directory, userId: string): Promise<number | undefined> {
  const [found] = await directory
    .select({ tokens: invitationCampaigns.invitedTokens })
    .from(invitations)
    .innerJoin(invitationCampaigns, eq(invitationCampaigns.id, invitations.campaignId))
    .where(eq(invitations.userId, userId))
  return found?.tokens
}
