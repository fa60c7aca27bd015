// Spellings of an address that reach the same mailbox are folded into one, so that one person gets one account and one
// bonus. The result identifies the account; mail is sent to the address that the user typed.
import { asciiDomain } from '#contract/credential-rules.ts'
import {
  appleDomains,
  fastmailDomains,
  googleDomains,
  ownSubdomains,
  protonDomains,
  yandexDomains
} from './mailbox-domains.ts'

/** The name without the characters that the provider ignores; a name of only such characters is kept. */
function without(name: string, ignored: RegExp): string {
  const rest = name.replaceAll(ignored, '')
  return rest === '' ? name : rest
}

/** The part before the first dot of a domain, and the rest. */
function subdomainOf(domain: string): { first: string; rest: string } {
  const dot = domain.indexOf('.')
  return { first: domain.slice(0, dot), rest: domain.slice(dot + 1) }
}

/** Addresses whose sub-domain names the account. Undefined: it is not such an address. */
function inSubdomain(domain: string): string | undefined {
  const { first, rest } = subdomainOf(domain)
  // A domain cannot contain the underscore of a name; Fastmail takes a hyphen for it (blog "Two address resolving additions").
  if (fastmailDomains.has(rest)) return `${first.replaceAll('-', '_')}@${rest}`
  const known = ownSubdomains.get(rest)
  return known === undefined ? undefined : `any@${first}.${known}`
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
  if (googleDomains.has(domain)) return `${without(name, /\./g)}@gmail.com`
  // Yandex reads a dot of a name as a hyphen.
  if (yandexDomains.has(domain)) return `${name.replaceAll('.', '-')}@yandex.ru`
  // proton.me/support/change-username: dots, hyphens and underscores are "transparent", and no variation is another account.
  if (protonDomains.has(domain)) return `${without(name, /[._-]/g)}@proton.me`
  if (appleDomains.has(domain)) return `${name}@icloud.com`
  return inSubdomain(domain) ?? `${name}@${domain}`
}
