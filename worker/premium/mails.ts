// Mails about Premium. Every mail about a charge states the amount, the card, the date, and how to cancel.
import { renewalDeclineText } from '#contract/payment-declines.ts'
import type { EndCause } from '#domain/subscription.ts'
import { type RenderedMail, renderMail, writeToSupport } from '../mails/layout.ts'
import { daysNote, dayText } from '../mails/day-text.ts'
import { moneyText } from '../mails/money-text.ts'

export interface MailSite {
  product: string
  siteOrigin: string
  support?: string | undefined
}

const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** @param reason a code of `payment-declines.ts` */
const because = ({ support }: MailSite, beginning: string, reason: string | null): string[] => {
  const text = renewalDeclineText(reason)?.replace(writeToSupport(), writeToSupport(support))
  return text ? [`${beginning}: ${inSentence(text)}.`] : []
}

const fromCard = (title: string | null) => (title === null ? '' : ` (${title})`)

const planLink = ({ siteOrigin }: MailSite, label: string) => ({ label, url: `${siteOrigin}/subscription` })
const payLink = ({ siteOrigin }: MailSite, label: string) => ({
  label,
  url: `${siteOrigin}/token-purchase?plan=premium`
})

const receiptNote = 'Кассовый чек ЮKassa отправляет отдельным письмом на этот же адрес.'
const stopNote = 'Отменить продление или отвязать карту можно в любой момент на странице подписки.'

/** What happens after the paid month. */
const continuation = (renewsAt: number | null, priceKopecks: number, methodTitle: string | null) =>
  renewsAt === null
    ? 'Карта не сохранена, поэтому автоматического продления не будет: в конце срока Premium просто закончится. Продлить его можно на странице подписки.'
    : `${dayText(renewsAt)} мы спишем ${moneyText(priceKopecks)} за следующий месяц с сохранённого способа оплаты${fromCard(methodTitle)}. За три дня до этого придёт напоминание.`

export const begunMail = (
  site: MailSite,
  plan: { periodEnd: number; renewsAt: number | null; priceKopecks: number; methodTitle: string | null }
): RenderedMail =>
  renderMail(site.product, {
    subject: 'Premium подключён',
    paragraphs: [
      `Premium работает до ${dayText(plan.periodEnd)}: запросы не расходуют токены, открыты все модели.`,
      continuation(plan.renewsAt, plan.priceKopecks, plan.methodTitle)
    ],
    action: planLink(site, 'Моя подписка'),
    notes: [...(plan.renewsAt === null ? [] : [stopNote]), daysNote, receiptNote]
  })

export const reminderMail = (
  site: MailSite,
  charge: { chargeAt: number; priceKopecks: number; methodTitle: string | null }
): RenderedMail =>
  renderMail(site.product, {
    subject: `${dayText(charge.chargeAt)} продлим Premium`,
    paragraphs: [
      `${dayText(charge.chargeAt)} с сохранённого способа оплаты${fromCard(charge.methodTitle)} спишется ${moneyText(charge.priceKopecks)} за следующий месяц Premium.`,
      'Если всё устраивает, ничего делать не нужно.'
    ],
    action: planLink(site, 'Отменить или изменить'),
    notes: [stopNote, daysNote]
  })

export const renewedMail = (
  site: MailSite,
  plan: { periodEnd: number; renewsAt: number | null; paidKopecks: number; methodTitle: string | null }
): RenderedMail =>
  renderMail(site.product, {
    subject: 'Premium продлён',
    paragraphs: [
      `Оплата ${moneyText(plan.paidKopecks)} прошла, Premium работает до ${dayText(plan.periodEnd)}.`,
      continuation(plan.renewsAt, plan.paidKopecks, plan.methodTitle)
    ],
    action: planLink(site, 'Моя подписка'),
    notes: [...(plan.renewsAt === null ? [] : [stopNote]), daysNote, receiptNote]
  })

const declinedText = 'Оплата следующего месяца Premium не прошла'

export const declinedMail = (
  site: MailSite,
  decline: { reason: string; retryAt: number | null; decidedAt: number }
): RenderedMail =>
  renderMail(site.product, {
    subject: 'Не удалось продлить Premium',
    paragraphs: [
      because(site, declinedText, decline.reason)[0] ?? `${declinedText}.`,
      decline.retryAt === null
        ? `Сами мы больше не будем пробовать эту карту. Premium пока открыт. Чтобы он не закончился, оплатите месяц другой картой до ${dayText(decline.decidedAt)}.`
        : `Premium пока открыт. ${dayText(decline.retryAt)} попробуем ещё раз; если ждать не хочется, оплатите месяц другой картой.`
    ],
    action: payLink(site, 'Оплатить другой картой'),
    notes: [stopNote, daysNote]
  })

const causes: Record<EndCause, string> = {
  cancelled: 'Оплаченный срок Premium закончился. Вы отменяли продление, поэтому больше ничего не спишется.',
  'not-renewable':
    'Оплаченный срок Premium закончился. Карта не была сохранена, поэтому автоматического продления нет.',
  declined: 'Premium закончился: оплатить следующий месяц не удалось. Больше мы не пробуем, карта забыта.',
  'not-reminded':
    'Premium закончился. Мы не смогли вовремя напомнить о списании и поэтому ничего не списали, карта забыта.',
  refunded: 'Мы вернули оплату Premium, и он закончился. Карта забыта, больше ничего не спишется.'
}

export const endedMail = (
  site: MailSite,
  { cause, reason }: { cause: EndCause; reason: string | null }
): RenderedMail =>
  renderMail(site.product, {
    subject: 'Premium закончился',
    paragraphs: [
      causes[cause],
      ...(cause === 'declined' ? because(site, 'Последний ответ банка', reason) : []),
      'Токены на балансе, чаты и работы остались. Запросы снова оплачиваются токенами.'
    ],
    action: payLink(site, 'Подключить снова'),
    notes: []
  })
