// Where the mailboxes of the most used addresses are opened.

interface MailProvider {
  /** After «Открыть». */
  name: string
  href: string
}

const providers: readonly (MailProvider & { domains: readonly string[] })[] = [
  {
    name: 'Яндекс Почту',
    href: 'https://mail.yandex.ru/',
    domains: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz']
  },
  {
    name: 'Почту Mail',
    href: 'https://e.mail.ru/',
    domains: ['mail.ru', 'bk.ru', 'inbox.ru', 'list.ru', 'internet.ru', 'vk.com']
  },
  { name: 'Gmail', href: 'https://mail.google.com/', domains: ['gmail.com', 'googlemail.com'] },
  {
    name: 'Рамблер/почту',
    href: 'https://mail.rambler.ru/',
    domains: ['rambler.ru', 'lenta.ru', 'autorambler.ru', 'myrambler.ru', 'ro.ru', 'rambler.ua']
  },
  {
    name: 'Outlook',
    href: 'https://outlook.live.com/mail/',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'live.ru']
  },
  { name: 'iCloud', href: 'https://www.icloud.com/mail', domains: ['icloud.com', 'me.com', 'mac.com'] },
  { name: 'Proton Mail', href: 'https://mail.proton.me/', domains: ['proton.me', 'protonmail.com', 'pm.me'] }
]

/** The provider of an address; undefined for domains that are not known, such as those of firms. */
export function mailProviderOf(email: string): MailProvider | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return providers.find(({ domains }) => domains.includes(domain))
}
