import { freeTokens } from '#contract/catalogue/plans.ts'
import { type IdentityProvider, providerNames } from '#contract/identities.ts'
import { type RenderedMail, renderMail } from '../../mails/layout.ts'

interface LinkMail {
  product: string
  /** The site's origin from the settings, because a request's host may be forged. */
  siteOrigin: string
  token: string
  email: string
  lifetimeHours: number
}

export interface MailboxMail extends LinkMail {
  provider: IdentityProvider
}

const linkOf = ({ siteOrigin, token }: LinkMail): string => `${siteOrigin}/verify-email?token=${token}`
const lifetimeNote = ({ lifetimeHours }: LinkMail): string =>
  `Ссылка действует ${lifetimeHours} часа и срабатывает один раз.`

export interface ConfirmationMail extends LinkMail {
  /** False when people registered this address in different ways; the link then confirms none of their passwords and identities. */
  confirmsPassword: boolean
  /** The provider whose identity is linked with the link; null: none. */
  via: IdentityProvider | null
}

const noPasswordNote =
  'Для этого адреса регистрировались по-разному, поэтому ссылка подтверждает ' +
  'только адрес: вы войдёте сразу, а новый пароль зададите через «Забыли пароль?» на странице входа.'

const viaNote = (provider: IdentityProvider) =>
  `Вместе с адресом подтвердится вход через ${providerNames[provider]}: им можно будет открыть этот аккаунт. ` +
  `Подтверждайте, только если вы сами входили через ${providerNames[provider]}.`

/** To a person whose account has an address that only a provider has named. */
export const mailboxMail = (mail: MailboxMail): RenderedMail =>
  renderMail(mail.product, {
    subject: 'Подтвердите email',
    paragraphs: [
      `Адрес ${mail.email} назвал ${providerNames[mail.provider]}. Подтвердите его, чтобы включить второй шаг входа.`
    ],
    action: { label: 'Подтвердить email', url: linkOf(mail) },
    notes: [
      lifetimeNote(mail),
      'Если это были не вы, задайте пароль через «Забыли пароль?» на странице входа: все чужие входы закроются.'
    ]
  })

export function confirmationMail(mail: ConfirmationMail): RenderedMail {
  return renderMail(mail.product, {
    subject: mail.via === null ? 'Подтвердите email' : `Подтвердите email и вход через ${providerNames[mail.via]}`,
    paragraphs: [
      `Для адреса ${mail.email} создан аккаунт. Подтвердите адрес, чтобы войти и получить бесплатные токены: ${freeTokens}.`
    ],
    action: { label: 'Подтвердить email', url: linkOf(mail) },
    notes: [
      ...(mail.confirmsPassword ? [] : [noPasswordNote]),
      ...(mail.via === null ? [] : [viaNote(mail.via)]),
      lifetimeNote(mail),
      'Если вы не регистрировались, ничего не делайте: без подтверждения аккаунт не заработает.'
    ]
  })
}
