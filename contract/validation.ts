import { z } from 'zod'
import { emailLengthMax, emailPatterns, emailText, isDeliverable, passwordProblem } from './credential-rules.ts'

const required = { error: emailText.required, abort: true }
const malformed = { error: emailText.malformed, abort: true }

/** The address of an existing account as its owner types it: the rules may have been different at registration. */
export const knownEmail = z
  .string(required)
  .trim()
  .min(1, required)
  .max(emailLengthMax, malformed)
  .regex(emailPatterns[0], malformed)
  .regex(emailPatterns[1], malformed)

/** An address to which mail can be sent. */
export const email = knownEmail.refine(isDeliverable, emailText.malformed)

/** A new password. An existing one is not checked by these rules, only against its hash. */
export const newPassword = z.string('Пароль обязателен').superRefine((password, context) => {
  const problem = passwordProblem(password)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

/** The id that a client gives to one paid operation; also the `Idempotency-Key`. */
export const operationId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'Некорректный идентификатор операции')

/** A password as the user types it to prove who they are: the rules may have been different when it was set. */
export const typedPassword = z.string('Пароль обязателен').min(1, 'Пароль обязателен').max(128)

/** The token of a link in a mail. One that is too long is invalid like every other, and has no text of its own. */
export const linkToken = z.string('Токен не найден').min(1, 'Токен не найден')

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
