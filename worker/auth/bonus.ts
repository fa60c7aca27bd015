import { freeTokens } from '#contract/catalogue/plans.ts'
import { walletOf } from '#durable-objects/stubs.ts'

/** Credits the registration bonus; however often it is called, the wallet credits it once. */
export async function creditBonus(env: Env, userId: string): Promise<void> {
  const { state } = await walletOf(env, userId).credit({
    id: 'signup-bonus',
    amountTokens: freeTokens,
    service: 'bonus',
    action: 'Бонус за регистрацию',
    reason: 'signup-bonus'
  })
  if (state === 'conflict') throw new Error('The registration bonus was credited with another amount')
}
