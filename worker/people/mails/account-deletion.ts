import { deletionGraceDays } from '#contract/agreements.ts'
import { formatTokens } from '#contract/counted.ts'
import { daysNote, dayText } from '../../mails/day-text.ts'
import { type RenderedMail, renderMail } from '../../mails/layout.ts'

export interface AccountDeletion {
  product: string
  siteOrigin: string
  erasedAt: number
  /** Tokens on the account, including those reserved for running jobs. */
  leftTokens: number
  hasPremium: boolean
}

/** Sent to the owner, who may not have asked. Tells paying users what happens to their tokens and their plan. */
export const accountDeletionMail = (mail: AccountDeletion): RenderedMail => {
  const refund =
    `На счёте ${formatTokens(mail.leftTokens)}. За купленные и неиспользованные вернём деньги, если вы попросите об этом до ` +
    'стирания: потом связать остаток с вами будет нельзя. Как попросить, написано в пользовательском соглашении, в ' +
    'разделе «Возвраты».'
  return renderMail(mail.product, {
    subject: 'Аккаунт будет удалён',
    paragraphs: [
      `Вы просили удалить аккаунт. ${dayText(mail.erasedAt)} мы сотрём его вместе с чатами, работами и остатком токенов.`,
      ...(mail.leftTokens > 0 ? [refund] : []),
      ...(mail.hasPremium ? ['Premium больше не продлится: сохранённый способ оплаты мы уже забыли.'] : []),
      `Передумали? Просто войдите до этого дня: у вас есть ${deletionGraceDays} дней.`
    ],
    action: { label: 'Войти и восстановить', url: `${mail.siteOrigin}/auth` },
    notes: ['Если это были не вы, войдите и сразу смените пароль.', daysNote]
  })
}
