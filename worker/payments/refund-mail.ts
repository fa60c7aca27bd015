import { formatTokens } from '#contract/counted.ts'
import { type RenderedMail, renderMail, writeToSupport } from '../mails/layout.ts'
import { moneyText } from '../mails/money-text.ts'

/** Tells the user why there is a debt and how it ends. */
const debtText = (tokens: number) =>
  `Часть этих токенов уже была потрачена, поэтому на балансе долг: ${formatTokens(tokens)}. Новые запросы станут доступны, ` +
  'когда следующая покупка покроет его. Отдельно платить ничего не нужно.'

/** Mail to the buyer after a refund. @param refund.debtTokens the debt after the refund */
export const refundMail = (
  { product, siteOrigin, support }: { product: string; siteOrigin: string; support?: string | undefined },
  { amountKopecks, tokens, debtTokens }: { amountKopecks: number; tokens: number; debtTokens: number }
): RenderedMail =>
  renderMail(product, {
    subject: `Мы вернули ${moneyText(amountKopecks)}`,
    paragraphs: [
      'Здравствуйте!',
      `Возвращаем ${moneyText(amountKopecks)} тем же способом, которым вы платили. Обычно деньги приходят за несколько дней, срок зависит от банка.`,
      ...(tokens > 0 ? [`Вместе с деньгами с баланса сняты токены этой покупки: ${formatTokens(tokens)}.`] : []),
      ...(debtTokens > 0 ? [debtText(debtTokens)] : [])
    ],
    action: { label: 'История платежей', url: `${siteOrigin}/subscription?tab=payments` },
    notes: [
      'Кассовый чек возврата ЮKassa отправляет отдельным письмом на этот же адрес.',
      `Если вы не просили о возврате, ${writeToSupport(support)}.`
    ]
  })
