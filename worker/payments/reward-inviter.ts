import { openDirectory } from '#data/database.ts'
import { decideReward, invitationOf, storeRewardCredited } from '#data/directory/invitations.ts'
import { userOf } from '#durable-objects/stubs.ts'

/**
 * Rewards whoever invited this buyer, with the buyer's first purchase. Called between crediting a payment and ending it: after a
 * crash the payment is advanced again, and so is this. The reward is credited once, and never looked for later.
 */
export async function rewardInviter(env: Env, buyerId: string, now: number): Promise<void> {
  const directory = openDirectory(env)
  const known = await invitationOf(directory, buyerId)
  if (!known || known.creditedAt !== null) return
  await decideReward(directory, buyerId, now)
  const invitation = await invitationOf(directory, buyerId)
  if (!invitation?.isRewarded) return
  const { state } = await userOf(env, invitation.inviterId).credit({
    // Contains a colon, which ids from clients cannot.
    id: `invitation:${invitation.id}`,
    amountTokens: invitation.inviterTokens,
    service: 'bonus',
    action: 'Бонус за приглашённого друга',
    reason: 'bonus:inviter'
  })
  if (state === 'conflict') throw new Error('An inviter was rewarded with another amount')
  await storeRewardCredited(directory, invitation.id, now)
}
