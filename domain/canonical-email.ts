// Spellings of an address that reach the same mailbox are folded into one, so that one person gets one account and one
// bonus. The result identifies the account; mail is sent to the address that the user typed.

const googleDomains = new Set(['gmail.com', 'googlemail.com'])

/** A Yandex mailbox receives mail under all of these (yandex.com/support: "Mailbox aliases"). */
const yandexDomains = new Set(['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua'])

/**
 * Both spellings of an internationalised domain in one: `почта.рф` is `xn--80a1acny.xn--p1ai`. Anything else than a
 * plain domain is left as it is: a URL parser would turn `host.ru/x.com` into the domain `host.ru`.
 */
function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname.replace(/\.$/, '')
  } catch {
    return domain
  }
}

/** Folds an address that passed the contract's pattern: case, Unicode form, `+tags`, the providers' own aliases. */
export function canonicalEmail(email: string): string {
  const folded = email.trim().normalize('NFC').toLowerCase().normalize('NFC')
  const at = folded.lastIndexOf('@')
  const typed = folded.slice(0, at)
  const domain = asciiDomain(folded.slice(at + 1))
  const tag = typed.indexOf('+')
  const untagged = tag === -1 ? typed : typed.slice(0, tag)
  // A name that consists only of a tag is kept.
  const name = untagged === '' ? typed : untagged
  if (googleDomains.has(domain)) return `${name.replaceAll('.', '')}@gmail.com`
  if (yandexDomains.has(domain)) return `${name.replaceAll('.', '-')}@yandex.ru`
  return `${name}@${domain}`
}
