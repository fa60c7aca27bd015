import { ApiError } from '../../base/session/client.ts'
import { consentProblem, emailProblem, newPasswordProblem, problemsOf, repeatProblem } from '../credential-rules.ts'

export const emptyRegistration = { password: '', repeat: '', offer: false, personalData: false }
export type Registration = typeof emptyRegistration
export type RegistrationField = keyof Registration | 'email'

export const problemsOfRegistration = (email: string, form: Registration) =>
  problemsOf<RegistrationField>({
    email: emailProblem(email),
    password: newPasswordProblem(form.password),
    repeat: repeatProblem(form.password, form.repeat),
    offer: consentProblem(form.offer),
    personalData: consentProblem(form.personalData)
  })

const fieldOfPath: Readonly<Record<string, RegistrationField>> = {
  email: 'email',
  password: 'password',
  'consents.offer': 'offer',
  'consents.personalData': 'personalData'
}

/** What the server refused, at the fields it named. */
export function refusedFields(error: unknown): Partial<Record<RegistrationField, string>> {
  const details = error instanceof ApiError ? (error.details ?? []) : []
  return Object.fromEntries(
    details.flatMap(({ path, msg }) => {
      const field = fieldOfPath[path]
      return field ? [[field, msg]] : []
    })
  )
}
