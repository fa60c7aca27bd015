// Tells a user's open pages that something changed. A page that misses the hint reads the state over HTTP.
import type { LiveMessage } from '#contract/live.ts'
import type { Account } from '#domain/ledger.ts'
import { nameOf, report } from '#notices/report.ts'
import { channelOf } from './stubs.ts'

/** Never throws: the change is already stored, and a lost hint must not fail the caller. */
export async function publish(env: Env, userId: string, message: LiveMessage): Promise<void> {
  try {
    await channelOf(env, userId).publish(message)
  } catch (error) {
    report(userId, { event: 'publish-failed', type: message.type, error: nameOf(error) })
  }
}

/** @param seq sequence number of the journal line after which the account has these amounts */
export const publishBalance = (env: Env, userId: string, account: Account, seq: number): Promise<void> =>
  publish(env, userId, {
    type: 'balance',
    tokens: account.availableTokens,
    reservedTokens: account.reservedTokens,
    totalUsedTokens: account.usedTokens,
    seq
  })
