// The rules of an address and of a password, as plain functions: the page of a sign-in checks its fields by them without the schema library.
import { parsedUrl } from './parsed-url.ts'

/** Messages of the e-mail field, identical in the form and on the server. */
export const emailText = { required: 'Email обязателен', malformed: 'Некорректный формат email' } as const

export const emailLengthMax = 254

export const emailPatterns = [
  // No invisible characters, none that change the direction of text, and nothing that replaces a broken one.
  /^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\uFFFD]*$/u,
  /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"'(),;:\\[\]]+\.[^\s@<>"'(),;:\\[\].]{2,}$/u
] as const

/** The same as the schema `knownEmail`. */
export function isKnownEmail(typed: string): boolean {
  const address = typed.trim()
  return address.length <= emailLengthMax && emailPatterns.every((pattern) => pattern.test(address))
}

/**
 * Both spellings of an internationalised domain in one: `почта.рф` is `xn--80a1acny.xn--p1ai`. Anything else than a
 * plain domain is left as it is: a URL parser would turn `host.ru/x.com` into the domain `host.ru`.
 */
export function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain
  return parsedUrl(`http://${domain}`)?.hostname.replace(/\.$/, '') ?? domain
}

/** Whether such a name and domain can exist by RFC 5321 and DNS: no mail could reach any other. */
export function isDeliverable(address: string): boolean {
  const at = address.indexOf('@')
  const host = asciiDomain(address.slice(at + 1))
  return (
    at <= 64 &&
    at + host.length < 254 &&
    /^[^.@]+(\.[^.@]+)*@/.test(address) &&
    /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])$/.test(host)
  )
}

/** The same as the schema `email`. */
export const isEmail = (typed: string): boolean => isKnownEmail(typed) && isDeliverable(typed.trim())

/** Required characters of a password: pattern, name as the object of «содержать», and name by itself. */
const required: [RegExp, string, string][] = [
  [/[a-z]/, 'строчную букву', 'строчная буква'],
  [/[A-Z]/, 'заглавную букву', 'заглавная буква'],
  [/\d/, 'цифру', 'цифра'],
  [/[@$!%*?&]/, 'специальный символ (@$!%*?&)', 'специальный символ (@$!%*?&)']
]

/** The rules of a new password one by one, for a form that shows which are met. */
export const passwordRules: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: 'не менее 8 символов', isMet: (password) => password.length >= 8 },
  ...required.map(([pattern, , name]) => ({ text: name, isMet: (password: string) => pattern.test(password) })),
  { text: 'без русских букв', isMet: (password) => password !== '' && !/\p{sc=Cyrl}/u.test(password) }
]

/** The problem of a new password, or null. At most 128 characters, to bound the cost of hashing. */
export function passwordProblem(password: string): string | null {
  if (password === '') return 'Пароль обязателен'
  if (password.length < 8) return 'Пароль должен быть не менее 8 символов'
  if (password.length > 128) return 'Пароль должен быть не более 128 символов'
  // Cyrillic letters of any language, under the text that the rules prescribe.
  if (/\p{sc=Cyrl}/u.test(password)) return 'Пароль не должен содержать русские буквы'
  const missing = required.filter(([pattern]) => !pattern.test(password)).map(([, name]) => name)
  return missing.length > 0 ? `Пароль должен содержать: ${missing.join(', ')}` : null
}
