import { freeTokens } from '#contract/catalogue/plans.ts'
import { userOf } from '#durable-objects/stubs.ts'

/** Credits the registration bonus; repeated calls credit it once. */
export async function creditBonus(env: Env, userId: string): Promise<void> {
  const { state } = await userOf(env, userId).credit({
    // Contains a colon, which ids from clients cannot.
    id: 'bonus:signup',
    amountTokens: freeTokens,
    service: 'bonus',
    action: { kind: 'signup-bonus' }
  })
  if (state === 'conflict') throw new Error('The registration bonus was credited with another amount')
}
