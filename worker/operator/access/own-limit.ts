// How much an operator may make alone in a day.
import { everOperator, holderOfName, type OperatorRow } from '#data/directory/operators.ts'
import type { OwnLimit } from '#data/directory/token-changes.ts'
import { agreesFrom } from '#domain/operator-value.ts'
import type { AppContext } from '../../http/context.ts'

export const dayMs = 24 * 60 * 60_000

/** Who gave a role that is still new; null: the token, or nobody who is known. */
async function grantorOf({ var: { directory } }: AppContext, row: OperatorRow, now: number): Promise<string | null> {
  if (agreesFrom(row.grantedAt) <= now) return null
  return (await holderOfName(directory, row.grantedBy)) ?? null
}

/**
 * Whose limit an operator uses: with a new role that of whoever gave it, so that nobody gets more by making operators. Those who gave
 * each other their roles share one.
 */
async function holderOf(c: AppContext, userId: string, now: number): Promise<string> {
  const passed = [userId]
  for (let holder = userId; ;) {
    const row = await everOperator(c.var.directory, holder)
    const grantor = row ? await grantorOf(c, row, now) : null
    if (grantor === null) return holder
    const place = passed.indexOf(grantor)
    if (place !== -1) return passed.slice(place).toSorted()[0] ?? holder
    passed.push(grantor)
    holder = grantor
  }
}

/** Nothing for whoever has the token, which may call itself anything: what it asks for waits for somebody in the console. */
export async function ownLimitOf(c: AppContext, now: number): Promise<OwnLimit> {
  const { userId } = c.var.operator
  const since = now - dayMs
  if (userId === null) return { holderId: null, since, maxTokens: 0 }
  return { holderId: await holderOf(c, userId, now), since, maxTokens: c.var.environment.OPERATOR_GRANT_LIMIT }
}
