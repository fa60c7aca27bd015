// Who owes tokens, by the copies of the ledgers, which follow the wallets by a moment.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/money/wallets.ts'
import { openHistories } from '#data/base/database.ts'
import { existingUsers } from '#data/directory/users.ts'
import { onceInDebt } from '#data/history/debts.ts'
import type { HonoEnv } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { recordReading } from '../access/record.ts'

/** Rows read of each history: most users who were in debt have paid. */
const lookedAtOnce = 200

export function mountDebts(app: Hono<HonoEnv>) {
  serve(app, contract.listDebts, async ({ after = '' }, c) => {
    await recordReading(c, { action: 'debts-read', subject: 'debts', facts: { after } })
    const read = openHistories(c.env).map(({ history }) => onceInDebt(history, after, lookedAtOnce))
    const found = (await Promise.all(read)).flat().toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
    const looked = found.slice(0, lookedAtOnce)
    const owing = looked.filter(({ debtTokens }) => debtTokens > 0)
    // The owner of an erased account cannot pay.
    const existing = await existingUsers(
      c.var.directory,
      owing.map(({ userId }) => userId)
    )
    return {
      debts: owing
        .filter(({ userId }) => existing.has(userId))
        .map(({ userId, debtTokens }) => ({ user_id: userId, debt_tokens: debtTokens })),
      next: looked.length === lookedAtOnce ? (looked.at(-1)?.userId ?? null) : null
    }
  })
}
