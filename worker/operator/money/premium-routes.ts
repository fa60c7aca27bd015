// Premium of a user, as operators see it and change it.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/money/premium.ts'
import { actionsAbout, factsBefore } from '#data/directory/operator-actions.ts'
import { findSubscription, type SubscriptionRow } from '#data/directory/subscriptions.ts'
import { premiumValue } from '#domain/operator-value.ts'
import { cancelled, isRunning, renewsAt } from '#domain/subscription.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { conflict, expectFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { changePlan } from '../../premium/change-plan.ts'
import { actionIdOf, actionView, recorded, recordReading } from '../access/record.ts'
import { isAsked, passGate } from '../access/gate.ts'
import { notRunning } from '../access/carry-out.ts'

/** In the record, beside what is about the user's wallet. */
const subjectOf = (userId: string) => `premium:${userId}`

const planView = (row: SubscriptionRow): contract.OperatedPlan => ({
  user_id: row.userId,
  state: row.state,
  running: isRunning(row, Date.now()),
  price_kopecks: row.priceKopecks,
  period_start: row.periodStart,
  period_end: row.periodEnd,
  access_until: row.accessUntil,
  renews_at: renewsAt(row),
  method: row.methodTitle,
  decline_reason: row.declineReason
})

/** @throws AppError CONFLICT when the plan does not run */
async function expectRunning(c: AppContext, userId: string): Promise<void> {
  const row = await findSubscription(c.var.directory, userId)
  if (!isRunning(row ?? null, Date.now())) throw conflict(notRunning)
}

const factsOf = ({ state, periodEnd, accessUntil }: SubscriptionRow) => ({ state, periodEnd, accessUntil })

const now = (c: AppContext, userId: string) => findSubscription(c.var.directory, userId)

async function planAfter(c: AppContext, userId: string): Promise<contract.OperatedPlan> {
  const row = expectFound(await now(c, userId))
  return planView(row)
}

export function mountPremium(app: Hono<HonoEnv>) {
  serve(app, contract.openPremium, async ({ id }, c) => {
    await recordReading(c, { action: 'premium-read', subject: id, userId: id })
    const [row, actions] = await Promise.all([now(c, id), actionsAbout(c.var.directory, subjectOf(id))])
    return { plan: row && planView(row), actions: actions.map(actionView) }
  })

  serve(app, contract.cancelPremium, async ({ id, ...who }, c) => {
    const row = await now(c, id)
    const isOver = !row || row.state === 'ended' || row.state === 'cancelled'
    if (!row || (isOver && !(await factsBefore(c.var.directory, actionIdOf(who.idempotency_key)))))
      throw conflict('У этого человека нет продления')
    const facts = async () => factsOf(row)
    const change = { action: 'premium-cancel', subject: subjectOf(id), userId: id, ...who, facts } as const
    await recorded(c, change, async () => {
      const { subscription } = await changePlan(c, id, cancelled)
      return subscription && factsOf(subscription)
    })
    return { plan: await planAfter(c, id) }
  })

  serve(app, contract.extendPremium, async ({ id, days, ...who }, c) => {
    if (!(await isAsked(c, who.idempotency_key))) await expectRunning(c, id)
    const wish = { kind: 'premium', action: 'premium-extend', subject: subjectOf(id), userId: id, ...who } as const
    const facts = async () => {
      const row = await now(c, id)
      return row ? factsOf(row) : {}
    }
    const change = await passGate(c, { ...wish, tokens: premiumValue(days), terms: { days }, facts })
    return { plan: await planAfter(c, id), change }
  })
}
