import { type RenderedMail, renderMail } from '../../mails/layout.ts'

interface ApiKeyMail {
  product: string
  siteOrigin: string
  name: string
  hint: string
  /** replaced: the key has another secret. */
  change: 'made' | 'replaced'
  /** Until when the secret before it works too; null: it does not, or there was none. */
  overlapsUntil: number | null
  at: number
  /** Of the client that made it. */
  address: string
}

const momentOf = (at: number): string =>
  new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Moscow' }).format(at)

const whatOf = ({ name, hint, change, overlapsUntil }: ApiKeyMail): string => {
  if (change === 'made')
    return `В вашем аккаунте создан ключ API «${name}» (${hint}). С ним программы тратят ваши токены без входа на сайт.`
  const before =
    overlapsUntil === null ? 'больше не работает' : `работает до ${momentOf(overlapsUntil)} по московскому времени`
  return `Ключ API «${name}» заменён на новый (${hint}). Прежний ${before}.`
}

/** Sent to the owner, because another person may have made the key. It has nothing that opens anything. */
export const apiKeyMail = (mail: ApiKeyMail): RenderedMail =>
  renderMail(mail.product, {
    subject: mail.change === 'made' ? 'Создан ключ API' : 'Ключ API заменён',
    paragraphs: [whatOf(mail), `Когда: ${momentOf(mail.at)} по московскому времени. С какого адреса: ${mail.address}.`],
    action: { label: 'Открыть ключи API', url: `${mail.siteOrigin}/api-keys` },
    notes: [
      'Если это были не вы, удалите этот ключ, смените пароль и выйдите на других устройствах. Смена пароля сама ключи не удаляет.'
    ]
  })
