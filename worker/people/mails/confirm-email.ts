import { freeTokens } from '#contract/catalogue/plans.ts'
import { type IdentityProvider, providerNames } from '#contract/identities.ts'
import { type RenderedMail, renderMail } from '../../mails/layout.ts'

export interface ConfirmationMail {
  product: string
  /** The site's origin from the settings, because a request's host may be forged. */
  siteOrigin: string
  token: string
  email: string
  lifetimeHours: number
  /** False when different passwords were typed for this address; the link then confirms none of them. */
  confirmsPassword: boolean
  /** The provider whose identity is linked with the link; null: none. */
  via: IdentityProvider | null
}

const noPasswordNote =
  'Для этого адреса вводили разные пароли, поэтому ни один из них не подтверждается этой ссылкой: ' +
  'вы войдёте сразу, а новый пароль зададите через «Забыли пароль?» на странице входа.'

const viaNote = (provider: IdentityProvider) =>
  `Вместе с адресом подтвердится вход через ${providerNames[provider]}: им можно будет открыть этот аккаунт. ` +
  'Подтверждайте, только если регистрировались сами.'

export function confirmationMail(mail: ConfirmationMail): RenderedMail {
  return renderMail(mail.product, {
    subject: 'Подтвердите email',
    paragraphs: [
      'Здравствуйте!',
      `Для адреса ${mail.email} создан аккаунт. Подтвердите адрес, чтобы войти и получить бесплатные токены: ${freeTokens}.`
    ],
    action: { label: 'Подтвердить email', url: `${mail.siteOrigin}/verify-email?token=${mail.token}` },
    notes: [
      ...(mail.confirmsPassword ? [] : [noPasswordNote]),
      ...(mail.via === null ? [] : [viaNote(mail.via)]),
      `Ссылка действует ${mail.lifetimeHours} часа и срабатывает один раз.`,
      'Если вы не регистрировались, ничего не делайте: без подтверждения аккаунт не заработает.'
    ]
  })
}
