// How much an operator may make alone in a day.
import { everOperator, holderOfName, type OperatorRow } from '#data/directory/operators.ts'
import type { OwnLimit } from '#data/directory/token-changes.ts'
import { agreesFrom } from '#domain/operator-value.ts'
import type { AppContext } from '../../http/context.ts'

export const dayMs = 24 * 60 * 60_000

/** Nobody makes so long a row of new operators within the time in which a role is new. */
const grantsMax = 10

/** Who gave a role that is still new; null: the token, or nobody who is known. */
async function grantorOf({ var: { directory } }: AppContext, row: OperatorRow, now: number): Promise<string | null> {
  if (agreesFrom(row.grantedAt) <= now) return null
  const grantor = await holderOfName(directory, row.grantedBy)
  return grantor === undefined || grantor === row.userId ? null : grantor
}

/** Whose limit an operator uses: with a new role that of whoever gave it, so that nobody gets more by making operators. */
async function holderOf(c: AppContext, userId: string, now: number): Promise<string> {
  let holder = userId
  for (let steps = 0; steps < grantsMax; steps++) {
    const row = await everOperator(c.var.directory, holder)
    const grantor = row ? await grantorOf(c, row, now) : null
    if (grantor === null) return holder
    holder = grantor
  }
  return holder
}

/** Nothing for whoever has the token, which may call itself anything: what it asks for waits for somebody in the console. */
export async function ownLimitOf(c: AppContext, now: number): Promise<OwnLimit> {
  const { userId } = c.var.operator
  const since = now - dayMs
  if (userId === null) return { holderId: null, since, maxTokens: 0 }
  return { holderId: await holderOf(c, userId, now), since, maxTokens: c.var.environment.OPERATOR_GRANT_LIMIT }
}
