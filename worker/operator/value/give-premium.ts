// Gives days of Premium, once for each change.
import { findSubscription, hasGift } from '#data/directory/subscriptions.ts'
import { extended, isRunning } from '#domain/subscription.ts'
import { changePlan } from '../../premium/change-plan.ts'
import type { CarryOut } from './carry-out.ts'

export const notRunning = 'Premium у этого человека не действует'

export const givePremium: CarryOut<'premium'> = async (c, { id, userId }, { days }) => {
  const { directory } = c.var
  if (await hasGift(directory, id)) return null
  const row = await findSubscription(directory, userId)
  if (!isRunning(row ?? null, Date.now())) return notRunning
  await changePlan(c, userId, (plan, at) => extended(plan, days, at), { actionId: id, days })
  // The plan may have ended in between, and then it was left alone.
  return (await hasGift(directory, id)) ? null : notRunning
}
