// Telling a user's open pages that something changed. A hint: whoever misses it reads the truth over HTTP.
import type { LiveMessage } from '#contract/live.ts'
import type { Account } from '#domain/ledger.ts'
import { nameOf, report } from '#notices/report.ts'
import { channelOf } from './stubs.ts'

/** Never throws: what happened has happened, whether or not anybody hears of it. */
export async function publish(env: Env, userId: string, message: LiveMessage): Promise<void> {
  try {
    await channelOf(env, userId).publish(message)
  } catch (error) {
    report(userId, { event: 'publish-failed', type: message.type, error: nameOf(error) })
  }
}

/** @param seq of the journal line that led to this account */
export const publishBalance = (env: Env, userId: string, account: Account, seq: number): Promise<void> =>
  publish(env, userId, {
    type: 'balance',
    tokens: account.availableTokens,
    reservedTokens: account.reservedTokens,
    totalUsedTokens: account.usedTokens,
    seq
  })
