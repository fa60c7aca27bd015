// How much an operator may give alone in a day.
import { everOperator, holderOfName, type OperatorRow } from '#data/directory/operators.ts'
import type { OwnLimit } from '#data/directory/token-changes.ts'
import { agreesFrom } from '#domain/operator-value.ts'
import type { AppContext } from '../../http/context.ts'

export const dayMs = 24 * 60 * 60_000

/** The operator who gave a role that is still new; null: given with the token, or by an unknown operator. */
async function grantorOf({ var: { directory } }: AppContext, row: OperatorRow, now: number): Promise<string | null> {
  if (agreesFrom(row.grantedAt) <= now) return null
  return (await holderOfName(directory, row.grantedBy)) ?? null
}

/**
 * The operator whose limit counts. An operator with a new role uses the limit of the operator who gave it, so that making operators
 * brings no larger limit. Operators who gave each other their roles share one.
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

/** The holder of the token has no limit of their own, because the token proves no name: an operator in the console must agree. */
export async function ownLimitOf(c: AppContext, now: number): Promise<OwnLimit> {
  const { userId } = c.var.operator
  const since = now - dayMs
  if (userId === null) return { holderId: null, since, maxTokens: 0 }
  return { holderId: await holderOf(c, userId, now), since, maxTokens: c.var.environment.OPERATOR_GRANT_LIMIT }
}
