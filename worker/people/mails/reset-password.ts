import { type RenderedMail, renderMail } from '../../mails/layout.ts'

export interface ResetPasswordMail {
  product: string
  /** The site's origin from the settings, because a request's host may be forged. */
  siteOrigin: string
  token: string
}

export const resetPasswordMail = ({ product, siteOrigin, token }: ResetPasswordMail): RenderedMail =>
  renderMail(product, {
    subject: 'Новый пароль',
    paragraphs: ['Вы просили сменить пароль. Задайте новый по ссылке ниже.'],
    action: { label: 'Задать новый пароль', url: `${siteOrigin}/reset-password?token=${token}` },
    notes: [
      'Ссылка действует 1 час и срабатывает один раз. Новый запрос отменяет прежние ссылки.',
      'После смены пароля вы выйдете из аккаунта на всех устройствах.',
      'Если это были не вы, ничего не делайте: без этой ссылки пароль не изменится.'
    ]
  })
