import { waysBesidePassword, type WaysBesidePassword } from './ways-in.ts'
import { type RenderedMail, renderMail } from '../../mails/layout.ts'

interface PasswordChanged extends WaysBesidePassword {
  product: string
  siteOrigin: string
  /** Whether the account has keys of the API: a password ends none of them. */
  hasApiKeys: boolean
  /** Whether all other ways in have ended, because the mailbox was proven for the first time. */
  endedWaysIn: boolean
}

/** Sent to the owner, because another person may have changed the password. */
export const passwordChangedMail = ({
  product,
  siteOrigin,
  hasApiKeys,
  endedWaysIn,
  ...ways
}: PasswordChanged): RenderedMail =>
  renderMail(product, {
    subject: 'Пароль изменён',
    paragraphs: [
      'Пароль вашего аккаунта изменён. На всех устройствах, где был выполнен вход, нужно войти заново.',
      ...(endedWaysIn
        ? [
            'Раньше этот адрес никто не подтверждал письмом, поэтому остальные способы входа отключены: Яндекс ID и VK ID, ключи доступа, второй шаг. Ключи API удалены. Всё это можно подключить снова в профиле.'
          ]
        : []),
      ...(hasApiKeys
        ? ['Ключи API работают, как раньше. Если один из них мог попасть в чужие руки, удалите его в профиле.']
        : []),
      ...waysBesidePassword(ways)
    ],
    action: { label: 'Войти', url: `${siteOrigin}/auth` },
    notes: ['Если это были не вы, сразу задайте новый пароль: «Забыли пароль?» на странице входа.']
  })
