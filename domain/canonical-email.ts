// One person, one account, one bonus: spellings of an address that reach the same mailbox are folded into one.
// The result identifies an account; mail is sent to what the user typed.

const googleDomains = new Set(['gmail.com', 'googlemail.com'])

/** A Yandex mailbox answers under all of these (yandex.com/support: "Mailbox aliases"). */
const yandexDomains = new Set(['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua'])

/**
 * Both spellings of an internationalised domain in one: `почта.рф` is `xn--80a1acny.xn--p1ai`. What is no plain domain
 * stays as it is: a URL parser would cut `host.ru/x.com` down to somebody else's domain.
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
  const untagged = typed.replace(/\+.*$/su, '')
  // A name that is nothing but a tag stays what it is.
  const name = untagged === '' ? typed : untagged
  if (googleDomains.has(domain)) return `${name.replaceAll('.', '')}@gmail.com`
  if (yandexDomains.has(domain)) return `${name.replaceAll('.', '-')}@yandex.ru`
  return `${name}@${domain}`
}
