// Whose word about an address is as good as a letter's link: a provider that keeps the mailbox itself.
import type { IdentityProvider } from '#contract/identity-providers.ts'
import { yandexDomains } from './mailbox-domains.ts'

const mailboxes: Record<IdentityProvider, ReadonlySet<string>> = {
  yandex: yandexDomains,
  // Почта Mail, which belongs to VK.
  vk: new Set(['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'internet.ru', 'xmail.ru', 'vk.com'])
}

/** @param email canonical */
export const keepsMailbox = (provider: IdentityProvider, email: string): boolean =>
  mailboxes[provider].has(email.slice(email.lastIndexOf('@') + 1))
