import type { ComponentProps } from 'react'
import { clsx } from 'clsx'
import { Check, Circle } from 'lucide-react'
import { emailText, isEmail, isKnownEmail, passwordRules } from '#contract/credential-rules.ts'
import { refusedFields } from '../base/form/problems.tsx'
import { TextField } from '../base/ui/text-field.tsx'

/** What is wrong with an e-mail address, or null. */
export function emailProblem(email: string, isRight = isEmail): string | null {
  if (email.trim() === '') return emailText.required
  return isRight(email) ? null : emailText.malformed
}

/** Of an address whose account may be older than the rule. */
export const knownEmailProblem = (email: string): string | null => emailProblem(email, isKnownEmail)

/** For forms that only send a mail, which have another text for a missing address. */
export const addressProblem = (email: string, isRight = isEmail): string | null =>
  email.trim() === '' ? 'Введите email адрес' : emailProblem(email, isRight)

/** The same for an address whose account may be older than the rule. */
export const knownAddressProblem = (email: string): string | null => addressProblem(email, isKnownEmail)

export const existingPasswordProblem = (password: string): string | null =>
  password === '' ? 'Пароль обязателен' : null

export { passwordProblem as newPasswordProblem } from '#contract/credential-rules.ts'

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

/** Whether the server refused some of these fields. */
export const isAboutFields = (error: unknown, fields: readonly string[]): boolean =>
  Object.keys(refusedFields(error, fields)).length > 0

interface CredentialProps {
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

type CredentialFieldProps = CredentialProps & Omit<ComponentProps<typeof TextField>, keyof CredentialProps>

const CredentialField = ({ onChange, ...field }: CredentialFieldProps) => (
  <TextField {...field} onChange={({ target }) => onChange(target.value)} />
)

interface EmailFieldProps extends CredentialProps {
  'data-first-focus'?: true | undefined
  /** The browser also offers passkeys here: sign-in/passkey-button.tsx. */
  withPasskeys?: boolean
}

/** Has the `name` and `autocomplete` by which password managers find the account name. */
export const EmailField = ({ withPasskeys = false, ...field }: EmailFieldProps) => (
  <CredentialField
    {...field}
    label="Email"
    type="email"
    name="email"
    autoComplete={withPasskeys ? 'username webauthn' : 'username'}
    inputMode="email"
    required
  />
)

/** Where a mail is to go; not the name that a password manager fills in. */
export const MailboxField = (field: CredentialProps & { label: string; name: string }) => (
  <CredentialField {...field} type="email" autoComplete="email" inputMode="email" />
)

/** Has the `name` and `autocomplete` by which password managers offer to make up and to keep a password. */
export const NewPasswordField = (field: CredentialProps & { label: string }) => (
  <CredentialField {...field} type="password" name="new-password" autoComplete="new-password" required />
)

export const RepeatedPasswordField = (field: CredentialProps) => (
  <CredentialField
    {...field}
    label="Повторите пароль"
    type="password"
    name="confirm-password"
    autoComplete="new-password"
    required
  />
)

/** Asked for again before something that cannot be taken back. */
export const ConfirmingPassword = (field: CredentialProps) => (
  <CredentialField
    {...field}
    label="Пароль для подтверждения"
    type="password"
    name="currentPassword"
    autoComplete="current-password"
  />
)

/** The rules for a new password, ticked off while the user types it. */
export const PasswordRules = ({ password }: { password: string }) => (
  <ul aria-label="Требования к паролю" className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-2">
    {passwordRules.map(({ text, isMet }) => {
      const met = isMet(password)
      return (
        <li key={text} className={clsx('flex items-start gap-2', met ? 'text-success' : 'text-ink-soft')}>
          <span className="mt-1 shrink-0" aria-hidden>
            {met ? <Check size={14} /> : <Circle size={14} />}
          </span>
          <span>
            <span>{text}</span>
            <span className="sr-only">{met ? ' — выполнено' : ' — не выполнено'}</span>
          </span>
        </li>
      )
    })}
  </ul>
)

/** A hidden field that tells password managers which account a password belongs to. */
export const AccountName = ({ email }: { email: string }) => (
  <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
)
