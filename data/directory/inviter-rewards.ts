// The rewards of inviters: decided by the first purchase that is large enough, credited once, and taken back at most once. One
// statement both decides and stores: concurrent purchases must never exceed an inviter's limit.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { isOperators } from './operators.ts'
import { invitationCampaigns, invitations } from './schema-invitations.ts'
import { users } from './schema.ts'

/** Finds a reward by the buyer, or by the purchase that earned it: an erased buyer is known only by the purchase. */
type Earned = { userId: string } | { paymentId: string }

const rewards = (directory: Directory, earned: Earned) =>
  directory
    .select({
      id: invitations.id,
      inviterId: invitations.inviterId,
      creditedAt: invitations.creditedAt,
      takenBackAt: invitations.takenBackAt,
      tokens: invitationCampaigns.inviterTokens,
      purchaseMinKopecks: invitationCampaigns.purchaseMinKopecks
    })
    .from(invitations)
    .innerJoin(invitationCampaigns, eq(invitationCampaigns.id, invitations.campaignId))
    .innerJoin(users, eq(users.id, invitations.inviterId))
    .where(
      and(
        'userId' in earned ? eq(invitations.userId, earned.userId) : eq(invitations.paymentId, earned.paymentId),
        eq(invitations.isRewarded, true)
      )
    )

/** The reward that a purchase has earned. Undefined: there is none, or its inviter's account is erased. */
export const findReward = (directory: Directory, paymentId: string) => rewards(directory, { paymentId }).get()

export type Reward = NonNullable<Awaited<ReturnType<typeof findReward>>>

/**
 * At a purchase of the invited user: decides for ever whether the inviter is rewarded. A purchase below the minimum of the
 * campaign decides nothing. Rewards that were taken back still count towards the limit of an inviter.
 * @returns the reward, also one that another purchase has earned
 */
export async function decideReward(
  directory: Directory,
  { userId, paymentId, paidKopecks, now }: { userId: string; paymentId: string; paidKopecks: number; now: number }
): Promise<Reward | undefined> {
  const campaign = sql`from ${invitationCampaigns} where ${invitationCampaigns.id} = invitations.campaign_id`
  const isRewarded = sql`exists (select 1 from ${users} where ${users.id} = invitations.inviter_id and ${users.blockedAt} is null)
    and not ${isOperators(invitations.inviterId)} and not ${isOperators(userId)}
    and (select count(*) from ${invitations} as other where other.inviter_id = invitations.inviter_id
        and other.campaign_id = invitations.campaign_id and other.is_rewarded = 1)
      < (select rewards_max ${campaign})`
  const isEnough = sql`(select purchase_min_kopecks ${campaign}) <= ${paidKopecks}`
  const [, [reward]] = await directory.batch([
    directory
      .update(invitations)
      .set({ decidedAt: now, paymentId, isRewarded })
      .where(and(eq(invitations.userId, userId), isNull(invitations.decidedAt), isEnough)),
    rewards(directory, { userId })
  ])
  return reward
}

export async function storeRewardCredited(directory: Directory, id: string, now: number): Promise<void> {
  await directory
    .update(invitations)
    .set({ creditedAt: now })
    .where(and(eq(invitations.id, id), isNull(invitations.creditedAt)))
}

/** May be repeated. Of two concurrent callers one may have found nothing to take: the amount of the other stays. */
export async function storeRewardTakenBack(directory: Directory, id: string, tokens: number, now: number) {
  await directory
    .update(invitations)
    .set({
      takenBackAt: sql`coalesce(${invitations.takenBackAt}, ${now})`,
      takenBackTokens: sql`max(coalesce(${invitations.takenBackTokens}, 0), ${tokens})`
    })
    .where(eq(invitations.id, id))
}
