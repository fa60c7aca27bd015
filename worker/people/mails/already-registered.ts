import { type RenderedMail, renderMail } from '../../mails/layout.ts'

/** For somebody who asks to register or to confirm an address that has a working account. */
export function alreadyRegisteredMail({ product, siteOrigin }: { product: string; siteOrigin: string }): RenderedMail {
  return renderMail(product, {
    subject: 'Вы уже зарегистрированы',
    paragraphs: [
      'Здравствуйте!',
      'Вы уже зарегистрированы: для этого адреса есть подтверждённый аккаунт. Войдите с тем паролем, который задали раньше.'
    ],
    action: { label: 'Войти', url: `${siteOrigin}/auth` },
    notes: ['Если это были не вы, ничего не делайте: ваш аккаунт и пароль не изменились.']
  })
}
