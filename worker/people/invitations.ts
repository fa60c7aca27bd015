// A new user who comes by an invitation gets tokens with the first bonus. A link that does not count as an invitation is ignored:
// it must not keep its user from confirming an address.
import { type CampaignRow, hasRoom, runningCampaign } from '#data/directory/invitation-campaigns.ts'
import { addInvitation, invitedTokensOf, isInvitedBy } from '#data/directory/invitations.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { takeInvitedOfNetwork } from './limit-promo.ts'

interface Invited {
  userId: string
  /** The code of the link by which the user came. */
  code: string
}

async function hasRoomInNetwork(c: AppContext, campaign: CampaignRow): Promise<boolean> {
  try {
    await takeInvitedOfNetwork(c, campaign)
    return true
  } catch (error) {
    if (error instanceof AppError && error.refusal.code === 'RATE_LIMITED') return false
    throw error
  }
}

async function countAsInvited(c: AppContext, { userId, code }: Invited, now: number): Promise<void> {
  const { directory } = c.var
  const campaign = await runningCampaign(directory, now)
  if (!campaign || !hasRoom(campaign) || !(await isInvitedBy(directory, code, userId))) return
  if (!(await hasRoomInNetwork(c, campaign))) return
  await addInvitation(directory, { id: crypto.randomUUID(), userId, code, campaignId: campaign.id, now })
}

/** Counts a new account as invited and credits its tokens, once however often it is called. */
export async function creditInvited(c: AppContext, invited: Invited, now: number): Promise<void> {
  const { directory } = c.var
  const { userId } = invited
  // An earlier call may have died after it had counted the account.
  if ((await invitedTokensOf(directory, userId)) === undefined) await countAsInvited(c, invited, now)
  const amountTokens = await invitedTokensOf(directory, userId)
  if (amountTokens === undefined) return
  const { state } = await userOf(c.env, userId).credit({
    // Contains a colon, which ids from clients cannot.
    id: 'bonus:invited',
    amountTokens,
    service: 'bonus',
    action: { kind: 'invited-bonus' }
  })
  if (state === 'conflict') throw new Error('An invitation was credited with another amount')
}
