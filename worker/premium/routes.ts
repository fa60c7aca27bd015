import type { Hono } from 'hono'
import { fairUseTokensPerDay, plans } from '#contract/catalogue/plans.ts'
import * as contract from '#contract/subscription.ts'
import { statusOf, tokenOf } from '#data/directory/payment-view.ts'
import { usageOfPeriod } from '#data/history/plan-usage.ts'
import { subscriptionView } from '#data/directory/subscription-view.ts'
import { findSubscription } from '#data/directory/subscriptions.ts'
import { dayAround, monthAround } from '#domain/billing-calendar.ts'
import { rubOf } from '#domain/money.ts'
import { isRunning } from '#domain/subscription.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { cancelPlan, type ChangedPlan, detachMethod, requestPremium } from './change-plan.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { serve } from '../http/serve.ts'

const viewOf = ({ subscription }: Pick<ChangedPlan, 'subscription'>) => ({
  subscription: subscriptionView(subscription, Date.now())
})

function paymentOf(c: AppContext, { payment }: ChangedPlan) {
  return (
    payment && {
      id: payment.id,
      confirmation_token: tokenOf(payment, Date.now()),
      amount: rubOf(payment.amountKopecks),
      status: statusOf(payment),
      widget_url: c.var.environment.YOOKASSA_WIDGET_URL
    }
  )
}

function mountChanges(app: Hono<HonoEnv>) {
  serve(app, contract.changeSubscription, async ({ planId }, c) => {
    const operationId = operationIdOf(c)
    const changed = planId === 'free' ? await cancelPlan(c) : await requestPremium(c, operationId)
    return { ...viewOf(changed), payment: paymentOf(c, changed) }
  })

  serve(app, contract.cancelSubscription, async (_, c) => viewOf(await cancelPlan(c)))

  serve(app, contract.detachPaymentMethod, async (_, c) => viewOf(await detachMethod(c)))
}

export function mountSubscription(app: Hono<HonoEnv>) {
  mountChanges(app)

  serve(app, contract.readSubscription, async (_, c) =>
    viewOf({ subscription: await findSubscription(c.var.directory, c.var.caller.userId) })
  )

  serve(app, contract.listPlans, async () => ({
    plans: plans.map(({ features, ...plan }) => ({ ...plan, features: [...features] }))
  }))

  serve(app, contract.readSubscriptionUsage, async (_, c) => {
    const { directory, caller } = c.var
    const now = Date.now()
    const row = await findSubscription(directory, caller.userId)
    const isPremium = isRunning(row, now)
    const period = isPremium ? { start: row.periodStart, end: row.periodEnd } : monthAround(now)
    const today = dayAround(now)
    const [used, usedToday] = await Promise.all([
      // While a failed renewal is retried the plan runs past its period; that usage counts too.
      usageOfPeriod(historyOf(c), caller.userId, { start: period.start, end: Math.max(period.end, now) }),
      usageOfPeriod(historyOf(c), caller.userId, today)
    ])
    return {
      periodStart: period.start,
      periodEnd: period.end,
      requests: used.requests,
      chargedTokens: used.chargedTokens,
      priceTokens: used.priceTokens,
      byService: used.byService,
      fairUse: isPremium
        ? { limitTokens: fairUseTokensPerDay, usedTokens: usedToday.planTokens, resetsAt: today.end }
        : null
    }
  })
}
