import { type RenderedMail, renderMail, writeToSupport } from '../../mails/layout.ts'

export interface EmailChangeMail {
  product: string
  /** The site's origin from the settings, because a request's host may be forged. */
  siteOrigin: string
  token: string
  newEmail: string
}

const lifetimeNote = 'Ссылка действует 24 часа. Адрес сменится, когда смену подтвердят с обоих адресов.'
const linkOf = ({ siteOrigin, token }: EmailChangeMail) => `${siteOrigin}/confirm-email-change?token=${token}`

/** Sent to the current address. */
export const oldAddressMail = (mail: EmailChangeMail): RenderedMail =>
  renderMail(mail.product, {
    subject: 'Подтвердите смену email',
    paragraphs: [`Вы просили заменить адрес вашего аккаунта на ${mail.newEmail}.`],
    action: { label: 'Подтвердить смену', url: linkOf(mail) },
    notes: [
      lifetimeNote,
      'Если это были не вы, ничего не подтверждайте и сразу смените пароль: кто-то знает его или сидит за вашим устройством.'
    ]
  })

/** Sent to the new address. */
export const newAddressMail = (mail: EmailChangeMail): RenderedMail =>
  renderMail(mail.product, {
    subject: 'Подтвердите новый email',
    paragraphs: [`Владелец аккаунта хочет сделать ${mail.newEmail} своим новым адресом.`],
    action: { label: 'Подтвердить адрес', url: linkOf(mail) },
    notes: [lifetimeNote, 'Если это были не вы, ничего не делайте: без подтверждения ничего не изменится.']
  })

/** Sent to a new address that has an account already. Only its owner learns of that account, not the user who asked. */
export const takenAddressMail = ({ product, siteOrigin }: { product: string; siteOrigin: string }): RenderedMail =>
  renderMail(product, {
    subject: 'Этот адрес уже занят',
    paragraphs: ['Кто-то хотел сделать этот адрес адресом своего аккаунта, но для него уже есть аккаунт.'],
    action: { label: 'Войти', url: `${siteOrigin}/auth` },
    notes: ['Если это были не вы, ничего не делайте: ваш аккаунт не изменился.']
  })

/** Sent to both addresses after the change. */
export const emailChangedMail = ({
  product,
  newEmail,
  support
}: Pick<EmailChangeMail, 'product' | 'newEmail'> & { support?: string | undefined }): RenderedMail =>
  renderMail(product, {
    subject: 'Email изменён',
    paragraphs: [`Адрес вашего аккаунта теперь ${newEmail}. Входите с ним.`],
    notes: [`Если это были не вы, ${writeToSupport(support)}.`]
  })
