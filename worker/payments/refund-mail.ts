import { formatTokens } from '#contract/counted.ts'
import type { OutgoingMailFacts } from '#data/directory/schema-outgoing-mails.ts'
import { type RenderedMail, renderMail, writeToSupport } from '../mails/layout.ts'
import { moneyText } from '../mails/money-text.ts'

/** Tells the user why there is a debt and how it ends. */
const debtText = (tokens: number) =>
  `Часть этих токенов уже была потрачена, поэтому на балансе долг: ${formatTokens(tokens)}. Новые запросы станут доступны, ` +
  'когда следующая покупка покроет его. Отдельно платить ничего не нужно.'

type CreditFacts = Extract<OutgoingMailFacts, { kind: 'credit' }>
type DismissedFacts = Extract<OutgoingMailFacts, { kind: 'dismissed' }>

interface Site {
  product: string
  siteOrigin: string
  support?: string | undefined
}

const historyLink = ({ siteOrigin }: Site) => ({
  label: 'История платежей',
  url: `${siteOrigin}/subscription?tab=payments`
})

/** Mail to the buyer about a payment that was credited after a review. Premium has its own. */
export const creditMail = (site: Site, { amountKopecks, tokens }: CreditFacts): RenderedMail =>
  renderMail(site.product, {
    subject: 'Оплата зачислена',
    paragraphs: [`Мы проверили вашу оплату на ${moneyText(amountKopecks)} и зачислили ${formatTokens(tokens)}.`],
    action: historyLink(site),
    notes: []
  })

/** Mail to the buyer about a payment that was closed after a review: nothing was credited, and nothing goes back by itself. */
export const dismissedMail = (site: Site, { amountKopecks }: DismissedFacts): RenderedMail =>
  renderMail(site.product, {
    subject: 'Платёж закрыт',
    paragraphs: [
      `Мы проверили ваш платёж на ${moneyText(amountKopecks)} и закрыли его: по нему ничего не зачислено.`,
      `Если деньги списаны и не вернулись, ${writeToSupport(site.support)}: разберёмся и вернём.`
    ],
    action: historyLink(site),
    notes: []
  })

/** Mail to the buyer after a refund. @param refund.debtTokens the debt after the refund */
export const refundMail = (
  site: Site,
  { amountKopecks, tokens, debtTokens }: { amountKopecks: number; tokens: number; debtTokens: number }
): RenderedMail =>
  renderMail(site.product, {
    subject: `Мы вернули ${moneyText(amountKopecks)}`,
    paragraphs: [
      `Возвращаем ${moneyText(amountKopecks)} тем же способом, которым вы платили. Обычно деньги приходят за несколько дней, срок зависит от банка.`,
      ...(tokens > 0 ? [`Вместе с деньгами с баланса сняты токены этой покупки: ${formatTokens(tokens)}.`] : []),
      ...(debtTokens > 0 ? [debtText(debtTokens)] : [])
    ],
    action: historyLink(site),
    notes: [
      'Кассовый чек возврата ЮKassa отправляет отдельным письмом на этот же адрес.',
      `Если вы не просили о возврате, ${writeToSupport(site.support)}.`
    ]
  })
