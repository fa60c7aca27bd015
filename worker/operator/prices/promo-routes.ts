// Promo codes that operators make and end.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/prices/codes.ts'
import { promoCodeIn } from '#contract/promo.ts'
import { codesOf, endCode, findCode, findTypedCode, type PromoRow } from '#data/directory/promo-codes.ts'
import { codeValue } from '#domain/operator-value.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict, expectFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { recorded } from '../access/record.ts'
import { isAsked, passGate } from '../access/gate.ts'
import { codeTaken } from '../access/carry-out.ts'
import { expectPeriod } from './period.ts'

const pageSize = 50

const badCode = 'От 4 до 24 букв и цифр'

function stateOf({ endedAt, endsAt, startsAt, uses, usesMax }: PromoRow, now: number): contract.PromoCode['state'] {
  if (endedAt !== null || endsAt <= now || uses >= usesMax) return 'over'
  return startsAt > now ? 'coming' : 'valid'
}

const codeView = (row: PromoRow): contract.PromoCode => ({
  code: row.code,
  tokens: row.tokens,
  uses: row.uses,
  uses_max: row.usesMax,
  network_max: row.networkMax,
  state: stateOf(row, Date.now()),
  starts_at: row.startsAt,
  ends_at: row.endedAt ?? row.endsAt,
  created_at: row.createdAt,
  created_by: row.createdBy
})

/** @throws AppError NOT_FOUND */
const expectCode = async (c: AppContext, code: string): Promise<PromoRow> =>
  expectFound(await findCode(c.var.directory, code))

async function factsOf(c: AppContext, code: string) {
  const row = await findCode(c.var.directory, code)
  return row ? { tokens: row.tokens, uses: row.uses, uses_max: row.usesMax, ended: row.endedAt !== null } : {}
}

/** @throws AppError VALIDATION_FAILED */
function codeOf(typed: string): string {
  const code = promoCodeIn(typed)
  if (code === null) throw new AppError('VALIDATION_FAILED', { details: [{ path: 'code', msg: badCode }] })
  return code
}

/** Before anything is recorded, because the same dialog may send another code under its key. @throws AppError CONFLICT */
async function expectFree(c: AppContext, code: string): Promise<void> {
  if (await findTypedCode(c.var.directory, code)) throw conflict(codeTaken)
}

export function mountCodes(app: Hono<HonoEnv>) {
  serve(app, contract.listCodes, async ({ before }, c) => {
    const rows = await codesOf(c.var.directory, { before, limit: pageSize + 1 })
    const shown = rows.slice(0, pageSize)
    return { codes: shown.map(codeView), next: rows.length > pageSize ? (shown.at(-1)?.createdAt ?? null) : null }
  })

  serve(app, contract.addCode, async ({ code: typed, idempotency_key: key, operator, reason, ...asked }, c) => {
    const code = codeOf(typed)
    const { tokens, uses_max: usesMax, network_max: networkMax, starts_at: startsAt, ends_at: endsAt } = asked
    expectPeriod(startsAt, endsAt)
    const terms = { code, tokens, usesMax, networkMax, startsAt, endsAt }
    if (!(await isAsked(c, key))) await expectFree(c, code)
    const wish = { kind: 'code', action: 'promo-add', subject: code, idempotency_key: key, operator, reason } as const
    const change = await passGate(c, { ...wish, tokens: codeValue(terms), terms, facts: () => factsOf(c, code) })
    return { code: change.state === 'booked' ? codeView(await expectCode(c, code)) : null, change }
  })

  serve(app, contract.endCode, async ({ code: typed, ...who }, c) => {
    const { code } = await expectCode(c, codeOf(typed))
    const facts = () => factsOf(c, code)
    await recorded(c, { action: 'promo-end', subject: code, ...who, facts }, async () => {
      await endCode(c.var.directory, code, Date.now())
    })
    return { code: codeView(await expectCode(c, code)) }
  })
}
