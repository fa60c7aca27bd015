import { env } from 'cloudflare:workers'
import { walletOf } from '#durable-objects/stubs.ts'

/** What a test's user begins with; nothing for 0. */
export async function giveTokens(userId: string, tokens: number): Promise<void> {
  if (tokens === 0) return
  await walletOf(env, userId).credit({
    id: 'start',
    amountTokens: tokens,
    service: 'bonus',
    action: 'Начало',
    reason: 'test'
  })
}
