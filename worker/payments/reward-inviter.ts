// The reward of the user who invited a buyer. Each step may be repeated, at any time and by several callers: the wallet credits a
// reward once and takes it back once.
import { openDirectory } from '#data/base/database.ts'
import {
  decideReward,
  findReward,
  type Reward,
  storeRewardCredited,
  storeRewardTakenBack
} from '#data/directory/inviter-rewards.ts'
import type { PaymentRow } from '#data/directory/payments.ts'
import { userOf } from '#durable-objects/stubs.ts'

type Purchase = Pick<PaymentRow, 'id' | 'userId'>

/** Credits it once, however often it is called. */
async function creditReward(env: Env, { id, inviterId, tokens }: Reward, now: number): Promise<void> {
  const { state } = await userOf(env, inviterId).credit({
    // Contains a colon, which ids from clients cannot.
    id: `invitation:${id}`,
    amountTokens: tokens,
    service: 'bonus',
    action: { kind: 'inviter-reward' }
  })
  if (state === 'conflict') throw new Error('An inviter was rewarded with another amount')
  await storeRewardCredited(openDirectory(env), id, now)
}

/**
 * Rewards the inviter of this buyer for the buyer's first purchase that is large enough. Called between crediting a payment and
 * ending it: after a crash the payment is advanced again, and so is this. The reward is credited once, and never looked for later.
 */
export async function rewardInviter(env: Env, { id: paymentId, userId }: Purchase, paidKopecks: number, now: number) {
  const reward = await decideReward(openDirectory(env), { userId, paymentId, paidKopecks, now })
  if (reward?.creditedAt === null) await creditReward(env, reward, now)
}

/**
 * Takes back the reward for this purchase once less of it remains paid than the campaign asks for. It takes only what the inviter
 * has not spent, so no inviter owes tokens because of the buyer. Called before the tokens of the purchase itself are
 * taken back, so that a wallet which cannot give those back does not keep the reward; a crash in between repeats it.
 */
export async function takeBackReward(env: Env, { id: paymentId }: Purchase, leftKopecks: number, now: number) {
  const directory = openDirectory(env)
  const reward = await findReward(directory, paymentId)
  if (!reward || reward.takenBackAt !== null || leftKopecks >= reward.purchaseMinKopecks) return
  // Another caller may have stored this reward and not credited it yet: then it finds the taking back and credits nothing.
  if (reward.creditedAt === null) await creditReward(env, reward, now)
  const { takenTokens } = await userOf(env, reward.inviterId).takeUpTo({
    // Contains a colon, which ids from clients cannot.
    id: `invitation-back:${reward.id}`,
    amountTokens: reward.tokens,
    service: 'bonus',
    action: { kind: 'inviter-reward-back' }
  })
  await storeRewardTakenBack(directory, reward.id, takenTokens, now)
}
