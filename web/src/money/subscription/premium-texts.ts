// The texts of a running Premium: until when it runs, the next charge, and what to do after the bank declined one.
import { declineText } from '#contract/payment-declines.ts'
import type { Subscription } from '#contract/subscription.ts'
import { formatDate } from '../../base/format/dates.ts'
import { formatRubles } from '../../base/format/money.ts'

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

/** One or two sentences, each shown on a line of its own. */
export function premiumLines(subscription: Running): string[] {
  const { state, periodEnd, renewsAt, priceRub, declineReason } = subscription
  const price = formatRubles(priceRub)
  switch (state) {
    case 'active':
      return renewsAt === null
        ? [
            `Действует до ${formatDate(periodEnd)} и сам не продлится: карта не сохранена.`,
            `Чтобы пользоваться дальше, оплатите ещё месяц: ${price}.`
          ]
        : [
            `Следующее списание: ${formatDate(renewsAt)}, ${price}${withCard(subscription)}.`,
            'За три дня до списания мы пришлём напоминание на почту.'
          ]
    case 'cancelled':
      return [`Действует до ${formatDate(periodEnd)}, больше ничего не спишется.`]
    case 'past-due':
      return [
        `Оплаченный месяц закончился ${formatDate(periodEnd)}, а следующий не оплачен: ${price}${withCard(subscription)}. ${declineText(declineReason)}.`,
        renewsAt === null
          ? 'Оплатите месяц другой картой, иначе Premium скоро отключится.'
          : `Попробуем ещё раз ${formatDate(renewsAt)}, до тех пор Premium работает. Можно оплатить и сейчас, в том числе другой картой.`
      ]
    default:
      return state satisfies never
  }
}
