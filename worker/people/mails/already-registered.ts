import { type RenderedMail, renderMail } from '../../mails/layout.ts'

/** Sent when a person registers or confirms an address that has a confirmed account. */
export function alreadyRegisteredMail({ product, siteOrigin }: { product: string; siteOrigin: string }): RenderedMail {
  return renderMail(product, {
    subject: 'Вы уже зарегистрированы',
    paragraphs: [
      'Вы уже зарегистрированы: для этого адреса есть подтверждённый аккаунт. Войдите, как раньше, или нажмите «Забыли пароль?» на странице входа.'
    ],
    action: { label: 'Войти', url: `${siteOrigin}/auth` },
    notes: ['Если это были не вы, ничего не делайте: ваш аккаунт и пароль не изменились.']
  })
}
