// Tokens given and taken by operators. What goes beyond the limit of an operator's day is booked when a second person agrees.
import type { Hono } from 'hono'
import * as contract from '#contract/operator-tokens.ts'
import {
  addTokenChange,
  agreeTokens,
  declineTokens,
  findTokenChange,
  openTokenChanges,
  type TokenChangeRow
} from '#data/directory/token-changes.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { expectOwnName } from '../../http/operator.ts'
import { serve } from '../../http/serve.ts'
import { dayMs, ownLimitOf } from '../own-limit.ts'
import { actionIdOf, recorded } from '../record.ts'
import { bookTokens } from './book-tokens.ts'
import { conflict, expectGivable } from './expect-person.ts'

const changesShown = 50

const changeView = (row: TokenChangeRow, now: number): contract.TokenChange => ({
  id: row.id,
  user_id: row.userId,
  tokens: row.tokens,
  reason: row.reason,
  asked_by: row.askedBy,
  asked_at: row.askedAt,
  expires_at: row.expiresAt,
  state: row.state === 'asked' && row.expiresAt <= now ? 'expired' : row.state,
  decided_by: row.decidedBy
})

async function expectChange(c: AppContext, id: string): Promise<TokenChangeRow> {
  const found = await findTokenChange(c.var.directory, id)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

async function balanceFacts(c: AppContext, userId: string) {
  const { availableTokens, debtTokens } = await userOf(c.env, userId).view()
  return { available_tokens: availableTokens, debt_tokens: debtTokens }
}

const afterwards = async (c: AppContext, { id, userId, tokens }: TokenChangeRow) => ({
  change: id,
  tokens,
  state: (await expectChange(c, id)).state,
  ...(await balanceFacts(c, userId))
})

function mountAsking(app: Hono<HonoEnv>) {
  serve(
    app,
    contract.changeTokens
  )(async ({ id: userId, tokens, may_owe: mayOwe, idempotency_key: key, ...who }, c) => {
    await expectGivable(c, userId, tokens)
    const askedBy = expectOwnName(c, who.operator)
    const askedById = c.var.operator.userId
    const request = { tokens, mayOwe }
    await recorded(
      c,
      { action: 'tokens-change', subject: userId, userId, key, ...who, request },
      {
        before: () => balanceFacts(c, userId),
        run: async (id) => {
          const now = Date.now()
          const row = await addTokenChange(
            c.var.directory,
            {
              id,
              userId,
              tokens,
              mayOwe,
              reason: who.reason,
              askedBy,
              askedById,
              askedAt: now,
              expiresAt: now + dayMs
            },
            ownLimitOf(c, now)
          )
          await bookTokens(c, row)
          return afterwards(c, row)
        }
      }
    )
    return { change: changeView(await expectChange(c, actionIdOf(key)), Date.now()) }
  })
}

/** The name and the account. */
interface Decider {
  by: string
  byId: string
}

/** @throws AppError NOT_PERMITTED for who asked, CONFLICT when it is decided or too late */
async function decide(c: AppContext, id: string, agrees: boolean, who: Decider): Promise<TokenChangeRow> {
  const { directory } = c.var
  const now = Date.now()
  const decided = await (agrees ? agreeTokens : declineTokens)(directory, { id, ...who, now })
  if (decided) return decided
  const found = await expectChange(c, id)
  if (found.state === 'asked' && found.expiresAt > now)
    throw new AppError('NOT_PERMITTED', { text: 'Подтвердить должен другой оператор' })
  throw conflict(found.state === 'asked' ? 'Запрос устарел: попросите подать новый' : 'По запросу уже принято решение')
}

function mountDeciding(app: Hono<HonoEnv>) {
  serve(
    app,
    contract.listTokenChanges
  )(async ({ before }, c) => {
    const now = Date.now()
    const found = await openTokenChanges(c.var.directory, { now, before, limit: changesShown + 1 })
    const shown = found.slice(0, changesShown)
    return {
      changes: shown.map((row) => changeView(row, now)),
      next: found.length > shown.length ? (shown.at(-1)?.askedAt ?? null) : null
    }
  })

  serve(
    app,
    contract.decideTokens
  )(async ({ id, decision, idempotency_key: key, ...who }, c) => {
    // Whoever has the token may call itself anything, so it is nobody's second person.
    const { userId: byId } = c.var.operator
    if (byId === null) throw new AppError('NOT_PERMITTED', { text: 'Подтверждают только в консоли' })
    const { userId, tokens } = await expectChange(c, id)
    const agrees = decision === 'agree'
    if (agrees) await expectGivable(c, userId, tokens)
    const by = expectOwnName(c, who.operator)
    const action = agrees ? ('tokens-agree' as const) : ('tokens-decline' as const)
    await recorded(
      c,
      { action, subject: userId, userId, key, ...who, request: { change: id } },
      {
        before: async () => afterwards(c, await expectChange(c, id)),
        run: async (_, isRepeated) => {
          const known = await expectChange(c, id)
          // An earlier call with this key died after the decision.
          const isDecided = isRepeated && known.decidedById === byId && known.state !== 'agreed'
          const row = isDecided ? known : await decide(c, id, agrees, { by, byId })
          await bookTokens(c, row)
          return afterwards(c, row)
        }
      }
    )
    return { change: changeView(await expectChange(c, id), Date.now()) }
  })
}

export function mountTokens(app: Hono<HonoEnv>) {
  mountAsking(app)
  mountDeciding(app)
}
