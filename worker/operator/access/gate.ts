// The one gate for all tokens and money that operators give without a payment. The value is counted against the operator's limit:
// within the limit the change is carried out at once, beyond it a second operator must agree. Must never act before the row is stored.
import type { TokenChange } from '#contract/operator/people/tokens.ts'
import type { ValueKind } from '#contract/value-kinds.ts'
import type { ActionFacts } from '#data/directory/operator-actions.ts'
import { addTokenChange, findTokenChange, type TokenChangeRow } from '#data/directory/token-changes.ts'
import type { ValueTerms } from '#domain/operator-value.ts'
import type { AppContext } from '../../http/context.ts'
import { expectFound } from '../../http/errors.ts'
import { expectOwnName } from '../../http/operator.ts'
import { actionIdOf, type Asked, recorded, type Subject } from './record.ts'
import { carryOut } from './carry-out.ts'
import { dayMs, ownLimitOf } from './own-limit.ts'

type Wish<Kind extends ValueKind> = Subject &
  Asked & {
    kind: Kind
    /** The value; negative: taken from the user. */
    tokens: number
    terms: ValueTerms[Kind]
    /** For the record, before and after. */
    facts: () => Promise<ActionFacts>
  }

export const changeView = (row: TokenChangeRow, now: number): TokenChange => ({
  id: row.id,
  kind: row.kind,
  user_id: row.userId,
  subject: row.subject,
  tokens: row.tokens,
  terms: row.terms,
  reason: row.reason,
  asked_by: row.askedBy,
  asked_at: row.askedAt,
  expires_at: row.expiresAt,
  state: row.state === 'asked' && row.expiresAt <= now ? 'expired' : row.state,
  decided_by: row.decidedBy
})

/** @throws AppError NOT_FOUND */
export const expectChange = async (c: AppContext, id: string): Promise<TokenChangeRow> =>
  expectFound(await findTokenChange(c.var.directory, id))

/** Whether an earlier call with this key was accepted: then it is not checked again whether the change is possible. */
export const isAsked = async (c: AppContext, key: string): Promise<boolean> =>
  (await findTokenChange(c.var.directory, actionIdOf(key))) !== undefined

/** The row as it is stored before the change is carried out. */
async function ask<Kind extends ValueKind>(c: AppContext, id: string, wish: Wish<Kind>): Promise<TokenChangeRow> {
  const { kind, userId = '', subject = userId, tokens, terms, reason, operator } = wish
  const askedAt = Date.now()
  const askedBy = expectOwnName(c, operator)
  const asked = { reason, askedBy, askedById: c.var.operator.userId, askedAt, expiresAt: askedAt + dayMs }
  return addTokenChange(
    c.var.directory,
    { id, kind, subject, userId, tokens, terms: { ...terms }, ...asked },
    await ownLimitOf(c, askedAt)
  )
}

/**
 * Once for a key, however often it is called.
 * @returns what has become of it: `asked` when a second person has to agree
 * @throws AppError CONFLICT when the change is impossible, NOT_PERMITTED for the operator's own account, and what `carryOut` throws
 */
export async function passGate<Kind extends ValueKind>(c: AppContext, wish: Wish<Kind>): Promise<TokenChange> {
  await recorded(c, { ...wish, request: wish.terms }, async (id) => {
    const row = await ask(c, id, wish)
    await carryOut(c, row)
    const { state } = await expectChange(c, id)
    return { change: id, state, worth: row.tokens, ...(await wish.facts()) }
  })
  return changeView(await expectChange(c, actionIdOf(wish.idempotency_key)), Date.now())
}
