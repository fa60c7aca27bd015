import { z } from 'zod'
import { parsedUrl } from './parsed-url.ts'

/** Messages of the e-mail field, identical in the form and on the server. */
export const emailText = { required: 'Email обязателен', malformed: 'Некорректный формат email' } as const

const malformed = { error: emailText.malformed, abort: true }

/** The address of an existing account as its owner types it: the rules may have been different at registration. */
export const knownEmail = z
  .string({ error: emailText.required })
  .trim()
  .min(1, emailText.required)
  .max(254, malformed)
  // No invisible characters, none that change the direction of text, and nothing that replaces a broken one.
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\uFFFD]*$/u, malformed)
  .regex(/^[^\s@<>"(),;:\\[\]]+@[^\s@<>"'(),;:\\[\]]+\.[^\s@<>"'(),;:\\[\].]{2,}$/u, malformed)

/**
 * Both spellings of an internationalised domain in one: `почта.рф` is `xn--80a1acny.xn--p1ai`. Anything else than a
 * plain domain is left as it is: a URL parser would turn `host.ru/x.com` into the domain `host.ru`.
 */
export function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain
  return parsedUrl(`http://${domain}`)?.hostname.replace(/\.$/, '') ?? domain
}

/** Whether such a name and domain can exist by RFC 5321 and DNS: no mail could reach any other. */
function isDeliverable(address: string): boolean {
  const at = address.indexOf('@')
  const host = asciiDomain(address.slice(at + 1))
  return (
    at <= 64 &&
    at + host.length < 254 &&
    /^[^.@]+(\.[^.@]+)*@/.test(address) &&
    /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])$/.test(host)
  )
}

/** An address to which mail can be sent. */
export const email = knownEmail.refine(isDeliverable, emailText.malformed)

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
  { text: 'без русских букв', isMet: (password) => password !== '' && !/[а-яё]/i.test(password) }
]

/** The problem of a new password, or null. At most 128 characters, to bound the cost of hashing. */
export function passwordProblem(password: string): string | null {
  if (password === '') return 'Пароль обязателен'
  if (password.length < 8) return 'Пароль должен быть не менее 8 символов'
  if (password.length > 128) return 'Пароль должен быть не более 128 символов'
  if (/[а-яё]/i.test(password)) return 'Пароль не должен содержать русские буквы'
  const missing = required.filter(([pattern]) => !pattern.test(password)).map(([, name]) => name)
  return missing.length > 0 ? `Пароль должен содержать: ${missing.join(', ')}` : null
}

/** A new password. An existing one is not checked by these rules, only against its hash. */
export const newPassword = z.string({ error: 'Пароль обязателен' }).superRefine((password, context) => {
  const problem = passwordProblem(password)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

/** The id that a client gives to one paid operation; also the `Idempotency-Key`. */
export const operationId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'Некорректный идентификатор операции')

/** A password as the user types it to prove who they are: the rules may have been different when it was set. */
export const typedPassword = z.string({ error: 'Пароль обязателен' }).min(1, 'Пароль обязателен').max(128)

/** The token of a link in a mail. */
export const linkToken = z.string().min(1, 'Токен не найден').max(200)

const inDigits = (sent: unknown): unknown => (typeof sent === 'string' && /^-?\d+$/.test(sent) ? Number(sent) : sent)

/**
 * A whole number in a query, a path or a setting, which are text there: decimal digits and nothing else. Callers in the browser pass
 * numbers. In a JSON body a number is `z.number()`: a text is not accepted there. `z.coerce` would take `true`, an empty text and `0x10`.
 * @param rule what the number must be
 */
export const numberInText = (rule: z.ZodNumber): z.ZodType<number, number | string> =>
  z.preprocess(inDigits, rule) as z.ZodType<number, number | string>

/** The id of a row in a query or a path. */
export const rowId = numberInText(z.number().int().positive())
