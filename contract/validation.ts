import { z } from 'zod'

/** What a field of a form says; also what the server says, word for word. */
export const emailText = { required: 'Email обязателен', malformed: 'Некорректный формат email' } as const

export const email = z
  .string({ error: emailText.required })
  .trim()
  .min(1, emailText.required)
  .max(254, emailText.malformed)
  // What nobody sees, or what turns what is seen around: control and format characters, halves of pairs.
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}]*$/u, { error: emailText.malformed, abort: true })
  .regex(/^[^\s@<>"'(),;:\\[\]]+@[^\s@<>"'(),;:\\[\]]+\.[^\s@<>"'(),;:\\[\].]{2,}$/u, emailText.malformed)

/** What a password must hold: as an object of «содержать», and by itself. */
const required: [RegExp, string, string][] = [
  [/[a-z]/, 'строчную букву', 'строчная буква'],
  [/[A-Z]/, 'заглавную букву', 'заглавная буква'],
  [/\d/, 'цифру', 'цифра'],
  [/[@$!%*?&]/, 'специальный символ (@$!%*?&)', 'специальный символ (@$!%*?&)']
]

/** The rules of a new password one by one, for a form that checks them off as they are met. */
export const passwordRules: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: 'не менее 8 символов', isMet: (password) => password.length >= 8 },
  ...required.map(([pattern, , name]) => ({ text: name, isMet: (password: string) => pattern.test(password) })),
  { text: 'без русских букв', isMet: (password) => password !== '' && !/[а-яё]/i.test(password) }
]

/** What is wrong with a password, or null. At most 128 characters: hashing a megabyte would be a favour to attackers. */
export function passwordProblem(password: string): string | null {
  if (password === '') return 'Пароль обязателен'
  if (password.length < 8) return 'Пароль должен быть не менее 8 символов'
  if (password.length > 128) return 'Пароль должен быть не более 128 символов'
  if (/[а-яё]/i.test(password)) return 'Пароль не должен содержать русские буквы'
  const missing = required.filter(([pattern]) => !pattern.test(password)).map(([, name]) => name)
  return missing.length > 0 ? `Пароль должен содержать: ${missing.join(', ')}` : null
}

/** A new password; an existing one is checked against its hash only. */
export const newPassword = z.string({ error: 'Пароль обязателен' }).superRefine((password, context) => {
  const problem = passwordProblem(password)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

/** The id a client gives to one paid intent; also the `Idempotency-Key`. */
export const operationId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'Некорректный идентификатор операции')
