import { counted } from '#contract/counted.ts'
import { type IdentityProvider, providerNames } from '#contract/identities.ts'
import { type RenderedMail, renderMail, writeToSupport } from '../../mails/layout.ts'

/** What has changed about how the owner signs in. */
export type WaysInChange =
  | { kind: 'passkey-added' | 'passkey-removed'; name: string }
  | {
      kind: 'authenticator-added' | 'authenticator-removed' | 'second-step-on' | 'second-step-off' | 'recovery-renewed'
    }
  | { kind: 'recovery-used'; left: number }
  /** Nothing has changed yet: the first step was right, and too many codes were wrong. */
  | { kind: 'codes-guessed'; after: 'password' | 'identity' }
  /** These two by support, for a person who has asked for it. */
  | { kind: 'second-step-lifted' }
  | { kind: 'api-key-ended'; name: string; hint: string }

interface WaysInMail {
  product: string
  siteOrigin: string
  support?: string | undefined
  hasPassword: boolean
  change: WaysInChange
}

const codesLeft = (left: number): string =>
  left === 0
    ? 'Больше кодов не осталось: создайте новые в профиле.'
    : `Осталось: ${counted(left, ['код', 'кода', 'кодов'])}. Новые можно создать в профиле.`

const providers = 'Яндекс ID или VK ID'

/** Subject and text. */
function wordsOf(change: WaysInChange, hasPassword: boolean): [subject: string, text: string] {
  switch (change.kind) {
    case 'passkey-added':
      return [
        'Добавлен ключ доступа',
        `К вашему аккаунту добавлен ключ доступа «${change.name}». С ним входят без пароля.`
      ]
    case 'passkey-removed':
      return [
        'Удалён ключ доступа',
        `Из вашего аккаунта удалён ключ доступа «${change.name}». Войти с ним больше нельзя.`
      ]
    case 'authenticator-added':
      return [
        'Подключено приложение с кодами',
        'К вашему аккаунту подключено приложение, которое показывает коды для входа.'
      ]
    case 'authenticator-removed':
      return [
        'Отключено приложение с кодами',
        'Приложение, которое показывало коды для входа, отключено от вашего аккаунта.'
      ]
    case 'second-step-on':
      return [
        'Включён второй шаг входа',
        `Теперь после ${hasPassword ? `пароля, ${providers}` : providers} нужен ключ доступа, код из приложения или один из десяти кодов восстановления. Храните их отдельно от телефона.`
      ]
    case 'second-step-off':
      return [
        'Второй шаг входа выключен',
        'Теперь для входа хватит одного шага. Коды восстановления больше не действуют.'
      ]
    case 'recovery-renewed':
      return [
        'Новые коды восстановления',
        'Для вашего аккаунта созданы новые коды восстановления. Прежние больше не действуют.'
      ]
    case 'recovery-used':
      return [
        'Использован код восстановления',
        `В вашем аккаунте использован код восстановления. ${codesLeft(change.left)}`
      ]
    case 'codes-guessed':
      return [
        'Кто-то подбирает код для входа',
        `В ваш аккаунт пытались войти${change.after === 'password' ? ': пароль подошёл' : ` через ${providers}: первый шаг пройден`}, а коды второго шага несколько раз подряд были неверными. Никто не вошёл.`
      ]
    case 'second-step-lifted':
      return [
        'Поддержка сняла второй шаг входа',
        'По обращению в поддержку второй шаг снят, приложение с кодами отключено, коды восстановления больше не действуют. На всех устройствах нужно войти заново.'
      ]
    case 'api-key-ended':
      return [
        'Поддержка отозвала ключ API',
        `По обращению в поддержку ключ API «${change.name}» (${change.hint}) отозван. Программы с ним больше не работают.`
      ]
    default:
      return change satisfies never
  }
}

/** @param where empty for the password of the account */
const adviceOf = (where: string, support: string | undefined): string =>
  `Если это были не вы, сразу смените пароль${where}, проверьте в профиле, чем можно войти в аккаунт, и ${writeToSupport(support)}.`

/** Sent to the owner, because another person may have made the change. */
export function waysInMail({ product, siteOrigin, support, hasPassword, change }: WaysInMail): RenderedMail {
  const [subject, text] = wordsOf(change, hasPassword)
  // By support, and nothing about how one signs in.
  const isKey = change.kind === 'api-key-ended'
  const isByPassword = change.kind === 'codes-guessed' ? change.after === 'password' : hasPassword
  return renderMail(product, {
    subject,
    paragraphs: [text],
    action: isKey
      ? { label: 'Открыть ключи API', url: `${siteOrigin}/api-keys` }
      : { label: 'Открыть профиль', url: `${siteOrigin}/profile` },
    notes: [
      isKey
        ? `Если вы об этом не просили, ${writeToSupport(support)}.`
        : adviceOf(isByPassword ? '' : ` в ${providers}`, support)
    ]
  })
}

export interface WaysBesidePassword {
  passkeys: number
  identities: readonly IdentityProvider[]
}

/** With what else one can sign in, after the password has changed; empty: with nothing. */
export function waysBesidePassword({ passkeys, identities }: WaysBesidePassword): string[] {
  const ways = [
    ...(passkeys > 0 ? [counted(passkeys, ['ключ доступа', 'ключа доступа', 'ключей доступа'])] : []),
    ...identities.map((provider) => providerNames[provider])
  ]
  return ways.length === 0
    ? []
    : [`Остаются и другие способы войти: ${ways.join(', ')}. Если какой-то из них не ваш, удалите его в профиле.`]
}
