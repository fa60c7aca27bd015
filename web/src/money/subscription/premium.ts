// A running Premium: its calls, and the texts about its end, the next charge and what to do after the bank declined one.
import { queryOptions } from '@tanstack/react-query'
import { renewalDeclineText } from '#contract/payment-declines.ts'
import {
  cancelSubscription,
  changeSubscription,
  detachPaymentMethod,
  readSubscriptionUsage,
  type Subscription
} from '#contract/subscription.ts'
import { formatMoscowDate } from '../../base/format/moscow-date.ts'
import { formatRubles } from '../../base/format/money.ts'
import { subscriptionKey } from '../../base/http/query-keys.ts'
import { callFresh } from '../../base/session/call-fresh.ts'
import { call } from '../../base/session/client.ts'

/** The user's requests in the paid period, or in this month. */
export const subscriptionUsageQuery = queryOptions({
  queryKey: [...subscriptionKey, 'usage'],
  queryFn: ({ signal }) => call(readSubscriptionUsage, {}, { signal }),
  staleTime: 0
})

export const cancelPremium = async () => (await call(cancelSubscription, {})).subscription

/** Continues a cancelled plan. Null: it has to be paid for, because the card was removed or the plan has ended. */
export async function resumePremium() {
  const { subscription, payment } = await callFresh(changeSubscription, { planId: 'premium' })
  return payment === null ? subscription : null
}

export const detachCard = async () => (await call(detachPaymentMethod, {})).subscription

export type Running = Subscription & { state: Exclude<Subscription['state'], 'none'>; periodEnd: number }

export const runsNow = (subscription: Subscription): subscription is Running =>
  subscription.state !== 'none' && subscription.periodEnd !== null

export const premiumBadges = {
  active: { tone: 'success', text: 'Подключён' },
  cancelled: { tone: 'quiet', text: 'Отменён' },
  'past-due': { tone: 'danger', text: 'Оплата не прошла' }
} as const satisfies Record<Running['state'], object>

/** `, карта *4444`: the provider's title in lower case, because here it is inside a sentence. */
const withCard = ({ paymentMethod }: Running): string =>
  paymentMethod ? `, ${paymentMethod.title.replace(/^Карта/, 'карта')}` : ''

const reminderMs = 3 * 86_400_000

/** One or two sentences, each shown on a line of its own. @param now by the server's clock */
export function premiumLines(subscription: Running, now: number): string[] {
  const { state, periodEnd, renewsAt, endsAt, priceRub, declineReason } = subscription
  const price = formatRubles(priceRub)
  switch (state) {
    case 'active':
      return renewsAt === null
        ? [
            `Действует до ${formatMoscowDate(periodEnd)} и сам не продлится: карта не сохранена.`,
            `Чтобы пользоваться дальше, оплатите ещё месяц: ${price}.`
          ]
        : [
            `Следующее списание: ${formatMoscowDate(renewsAt)}, ${price}${withCard(subscription)}.`,
            ...(renewsAt - now > reminderMs ? ['За три дня до списания мы пришлём напоминание на почту.'] : [])
          ]
    case 'cancelled':
      return [`Действует до ${formatMoscowDate(periodEnd)}, больше ничего не спишется.`]
    case 'past-due': {
      const why = renewalDeclineText(declineReason)
      return [
        `Оплаченный месяц закончился ${formatMoscowDate(periodEnd)}, а следующий не оплачен: ${price}${withCard(subscription)}.${why ? ` ${why}.` : ''}`,
        renewsAt === null
          ? `Оплатите месяц другой картой до ${formatMoscowDate(endsAt ?? periodEnd)}, иначе Premium отключится.`
          : `Попробуем ещё раз ${formatMoscowDate(renewsAt)}, до тех пор Premium работает. Можно оплатить и сейчас, в том числе другой картой.`
      ]
    }
    default:
      return state satisfies never
  }
}
