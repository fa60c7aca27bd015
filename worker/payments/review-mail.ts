import { formatTokens } from '#contract/counted.ts'
import type { OutgoingMailFacts } from '#data/directory/schema-outgoing-mails.ts'
import { type RenderedMail, renderMail, writeToSupport } from '../mails/layout.ts'
import { moneyText } from '../mails/money-text.ts'

type ReviewedFacts = Extract<OutgoingMailFacts, { kind: 'reviewed' }>

/** Mail to the buyer about a payment that was reviewed, which the page of its result promises. A refund and Premium have their own. */
export const reviewMail = (
  { product, siteOrigin, support }: { product: string; siteOrigin: string; support?: string | undefined },
  { amountKopecks, tokens }: ReviewedFacts
): RenderedMail =>
  renderMail(product, {
    subject: tokens > 0 ? 'Оплата зачислена' : 'Оплата закрыта',
    paragraphs: [
      'Здравствуйте!',
      tokens > 0
        ? `Мы проверили вашу оплату на ${moneyText(amountKopecks)} и зачислили ${formatTokens(tokens)}.`
        : `Мы проверили ваш заказ на ${moneyText(amountKopecks)} и закрыли его, ничего не зачислив. Если деньги списаны, ${writeToSupport(support)}.`
    ],
    action: { label: 'История платежей', url: `${siteOrigin}/subscription?tab=payments` },
    notes: []
  })
