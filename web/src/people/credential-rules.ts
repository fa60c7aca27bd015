import { email as emailRule, emailText, knownEmail } from '#contract/validation.ts'

/** What is wrong with an e-mail address, or null. */
export function emailProblem(email: string, rule = emailRule): string | null {
  if (email.trim() === '') return emailText.required
  return rule.safeParse(email).success ? null : emailText.malformed
}

/** Of an address whose account may be older than the rule. */
export const knownEmailProblem = (email: string): string | null => emailProblem(email, knownEmail)

/** For forms that only send a mail, which have another text for a missing address. */
export const addressProblem = (email: string, rule = emailRule): string | null =>
  email.trim() === '' ? 'Введите email адрес' : emailProblem(email, rule)

/** The same for an address whose account may be older than the rule. */
export const knownAddressProblem = (email: string): string | null => addressProblem(email, knownEmail)

export const existingPasswordProblem = (password: string): string | null =>
  password === '' ? 'Пароль обязателен' : null

export { passwordProblem as newPasswordProblem } from '#contract/validation.ts'

export const repeatProblem = (password: string, repeat: string): string | null =>
  password === repeat ? null : 'Пароли не совпадают'

export const consentProblem = (given: boolean): string | null => (given ? null : 'Необходимо согласие')

/** The problems of a form by field; empty when the form can be sent. */
export function problemsOf<Field extends string>(
  checked: Record<Field, string | null>
): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  for (const field in checked) {
    const problem = checked[field]
    if (problem) problems[field] = problem
  }
  return problems
}
