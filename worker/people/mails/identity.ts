import { type IdentityProvider, providerNames } from '#contract/identities.ts'
import { type RenderedMail, renderMail } from '../../mails/layout.ts'

export interface IdentityMail {
  product: string
  /** The site's origin from the settings, because a request's host may be forged. */
  siteOrigin: string
  provider: IdentityProvider
}

const resetNote =
  'Если это были не вы, задайте пароль через «Забыли пароль?» на странице входа: все чужие входы закроются.'

/** To the address that the provider gave. */
export const accountCreatedMail = ({ product, siteOrigin, provider }: IdentityMail): RenderedMail =>
  renderMail(product, {
    subject: `Аккаунт создан через ${providerNames[provider]}`,
    paragraphs: [
      `Для этого адреса создан аккаунт через ${providerNames[provider]}. Входите тем же способом, пароль не нужен.`
    ],
    action: { label: 'Открыть профиль', url: `${siteOrigin}/profile` },
    notes: [resetNote]
  })

export const identityLinkedMail = ({ product, siteOrigin, provider }: IdentityMail): RenderedMail =>
  renderMail(product, {
    subject: `К аккаунту привязан ${providerNames[provider]}`,
    paragraphs: [`Теперь в ваш аккаунт можно войти через ${providerNames[provider]}.`],
    action: { label: 'Открыть профиль', url: `${siteOrigin}/profile` },
    notes: ['Если это были не вы, отвяжите этот вход в профиле и сразу задайте новый пароль.']
  })

export const identityUnlinkedMail = ({ product, siteOrigin, provider }: IdentityMail): RenderedMail =>
  renderMail(product, {
    subject: `${providerNames[provider]} отвязан от аккаунта`,
    paragraphs: [`Через ${providerNames[provider]} в ваш аккаунт больше не войти.`],
    action: { label: 'Открыть профиль', url: `${siteOrigin}/profile` },
    notes: ['Если это были не вы, сразу задайте новый пароль.']
  })
