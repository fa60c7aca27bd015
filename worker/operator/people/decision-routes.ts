// Changes that wait for a second operator, and the decision. No operator may agree to their own request, or with a new role.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/people/tokens.ts'
import { findOperator } from '#data/directory/operators.ts'
import { agreeTokens, declineTokens, openTokenChanges, type TokenChangeRow } from '#data/directory/token-changes.ts'
import { makeOnce } from '#contract/make-once.ts'
import { agreesFrom } from '#domain/operator-value.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict } from '../../http/errors.ts'
import { expectOwnName } from '../../http/operator.ts'
import { serve } from '../../http/serve.ts'
import { expectGivable } from './expect-person.ts'
import { recorded } from '../access/record.ts'
import { carryOut } from '../access/carry-out.ts'
import { changeView, expectChange } from '../access/gate.ts'

const changesShown = 50

const inMoscow = makeOnce(
  () => new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Moscow' })
)

/** The name and the account. */
interface Decider {
  by: string
  byId: string
}

/** @throws AppError NOT_PERMITTED for the token, which proves no name, and for an operator with a new role */
async function expectSecond(c: AppContext): Promise<string> {
  const { userId } = c.var.operator
  const row = userId === null ? undefined : await findOperator(c.var.directory, userId)
  if (!row) throw new AppError('NOT_PERMITTED', { text: 'Подтверждают только в консоли' })
  const from = agreesFrom(row.grantedAt)
  if (from > Date.now())
    throw new AppError('NOT_PERMITTED', {
      text: `Роль дана меньше 72 часов назад: подтверждать можно с ${inMoscow().format(from)} по Москве`
    })
  return row.userId
}

/** @throws AppError NOT_PERMITTED for the operator who asked, CONFLICT when it is decided or too late */
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

const factsOf = async (c: AppContext, id: string) => {
  const { kind, tokens, state } = await expectChange(c, id)
  return { change: id, kind, worth: tokens, state }
}

export function mountDecisions(app: Hono<HonoEnv>) {
  serve(app, contract.listTokenChanges, async ({ before }, c) => {
    const now = Date.now()
    const found = await openTokenChanges(c.var.directory, { now, before, limit: changesShown + 1 })
    const shown = found.slice(0, changesShown)
    return {
      changes: shown.map((row) => changeView(row, now)),
      next: found.length > shown.length ? (shown.at(-1)?.askedAt ?? null) : null
    }
  })

  serve(app, contract.decideTokens, async ({ id, decision, ...who }, c) => {
    const agrees = decision === 'agree'
    const { userId, subject, kind, tokens } = await expectChange(c, id)
    // Declining gives nothing away, but the operator must be known by name.
    const byId = agrees ? await expectSecond(c) : c.var.operator.userId
    if (byId === null) throw new AppError('NOT_PERMITTED', { text: 'Подтверждают только в консоли' })
    if (agrees && kind === 'tokens') await expectGivable(c, userId, tokens)
    const by = expectOwnName(c, who.operator)
    const action = agrees ? ('value-agree' as const) : ('value-decline' as const)
    const facts = () => factsOf(c, id)
    const change = { action, subject, userId, ...who, request: { change: id }, facts } as const
    await recorded(c, change, async (_, isRepeated) => {
      const known = await expectChange(c, id)
      // An earlier call with this key may have died after the decision.
      const isDecided = isRepeated && known.decidedById === byId && known.state !== 'agreed'
      await carryOut(c, isDecided ? known : await decide(c, id, agrees, { by, byId }))
    })
    return { change: changeView(await expectChange(c, id), Date.now()) }
  })
}
