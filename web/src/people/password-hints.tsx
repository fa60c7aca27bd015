import { clsx } from 'clsx'
import { Check, Circle } from 'lucide-react'
import { passwordRules } from '#contract/validation.ts'

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
