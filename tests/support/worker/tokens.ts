import { env } from 'cloudflare:workers'
import { userOf } from '#durable-objects/stubs.ts'

/** Credits the tokens that a test's user begins with; 0 credits nothing. */
export async function giveTokens(userId: string, tokens: number): Promise<void> {
  if (tokens === 0) return
  await userOf(env, userId).credit({
    id: 'start',
    amountTokens: tokens,
    service: 'bonus',
    action: { kind: 'signup-bonus' }
  })
}
