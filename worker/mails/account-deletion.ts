import { deletionGraceDays } from '#contract/account.ts'
import { type RenderedMail, renderMail } from './layout.ts'

/** To the owner, who may not have been the one who asked. */
export const accountDeletionMail = (mail: { product: string; siteOrigin: string; erasedAt: number }): RenderedMail => {
  const day = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'Europe/Moscow' }).format(mail.erasedAt)
  return renderMail(mail.product, {
    subject: 'Аккаунт будет удалён',
    paragraphs: [
      'Здравствуйте!',
      `Вы просили удалить аккаунт. ${day} мы сотрём его вместе с чатами, работами и остатком токенов.`,
      `Передумали? Просто войдите до этого дня: у вас есть ${deletionGraceDays} дней.`
    ],
    action: { label: 'Войти и восстановить', url: `${mail.siteOrigin}/auth` },
    notes: ['Если это были не вы, войдите и сразу смените пароль.']
  })
}
