import { type RenderedMail, renderMail } from '../../mails/layout.ts'

/** Sent to the owner, because another person may have changed the password. */
export const passwordChangedMail = ({ product, siteOrigin }: { product: string; siteOrigin: string }): RenderedMail =>
  renderMail(product, {
    subject: 'Пароль изменён',
    paragraphs: [
      'Здравствуйте!',
      'Пароль вашего аккаунта изменён. На всех устройствах, где был выполнен вход, нужно войти заново.'
    ],
    action: { label: 'Войти', url: `${siteOrigin}/auth` },
    notes: ['Если это были не вы, сразу задайте новый пароль: «Забыли пароль?» на странице входа.']
  })
