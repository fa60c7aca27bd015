import { Suspense, useState, type SubmitEvent } from 'react'
import { late } from '../../base/page/late.ts'
import { errorText } from '../../base/http/error-text.ts'
import { FormAlert, refusedFields, useProblems } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { ApiError } from '../../base/session/client.ts'
import { useSession } from '../../base/session/session.tsx'
import type { Credentials } from '../../base/session/session-store.ts'
import { Button } from '../../base/ui/button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { TextField } from '../../base/ui/text-field.tsx'
import {
  EmailField,
  existingPasswordProblem,
  isAboutFields,
  knownEmailProblem,
  problemsOf
} from '../credential-fields.tsx'
import { knowsPasskeys } from '../knows-passkeys.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { useProofNotice } from './proof-notice.tsx'
import { ResendForm } from './resend-form.tsx'
import { untilCallable, welcome } from './sign-in-calls.ts'

const SecondStep = late(async () => (await import('./second-step.tsx')).SecondStep)

interface SignInFormProps {
  email: string
  onEmailChange: (email: string) => void
  /** Called with every attempt, to clear the notice of the page. */
  onAttempt?: () => void
  onSignedIn: () => void
  /** From a password reset. */
  pass?: string | undefined
}

export function SignInForm({ email, onEmailChange, onAttempt, onSignedIn, pass }: SignInFormProps) {
  const { signIn } = useSession()
  const [password, setPassword] = useState('')
  /** What the server wants besides the password. */
  const [needed, setNeeded] = useState<unknown>(null)
  const { problems, edits, report, reportRefusal, form } = useProblems<'email' | 'password'>()
  const proof = useProofNotice()
  const attempt = useSingleMutation({
    mutationFn: async (credentials: Credentials) => {
      await untilCallable()
      return signIn(credentials, proof.onProof)
    },
    onSuccess: (entered) => {
      welcome(entered)
      onSignedIn()
    },
    onError: (error) => {
      setNeeded(isSecondStep(error) ? error.data : null)
      // The form says what is wrong, above its fields or at one of them.
      reportRefusal(refusedFields(error, fields))
    }
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onAttempt?.()
    proof.reset()
    const found = problemsOf({ email: knownEmailProblem(email), password: existingPasswordProblem(password) })
    if (report(event.currentTarget, found)) attempt.start({ email: email.trim(), password, pass })
  }

  if (needed !== null)
    return (
      <Suspense fallback={<Spinner label="Готовим второй шаг" />}>
        <SecondStep needed={needed} onSignedIn={onSignedIn} onBack={() => setNeeded(null)} />
      </Suspense>
    )
  return (
    <div className="flex flex-col gap-5">
      {attempt.error && !isSecondStep(attempt.error) && !isAboutFields(attempt.error, fields) && (
        <FormAlert tone="danger">{errorText(attempt.error, 'Ошибка входа в систему')}</FormAlert>
      )}
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <EmailField value={email} error={problems.email} onChange={edits('email', onEmailChange)} withPasskeys />
        <TextField
          label="Пароль"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={problems.password}
          onChange={({ target }) => edits('password', setPassword)(target.value)}
        />
        <Button type="submit" size="large" busy={attempt.isPending}>
          Войти
        </Button>
        {attempt.isPending && proof.notice}
      </form>
      {isUnverified(attempt.error) && <ResendForm email={email} />}
      {knowsPasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
    </div>
  )
}

/** Below the form of either; out of sight during a second step, as all is that belongs to the first (`way-in`). */
export const ModeSwitch = ({ registering, onSwitch }: { registering: boolean; onSwitch: () => void }) => (
  <p className="text-center text-small text-ink-soft group-has-[[data-second-step]]/way-in:hidden">
    <span>{registering ? 'Уже есть аккаунт?' : 'Ещё нет аккаунта?'}</span>{' '}
    <button
      type="button"
      className="min-h-11 rounded-small px-1 font-medium text-ink underline decoration-accent decoration-2 underline-offset-4"
      onClick={onSwitch}
    >
      {registering ? 'Войти' : 'Создать аккаунт'}
    </button>
  </p>
)

const fields = ['email', 'password'] as const

const isUnverified = (error: unknown): boolean => error instanceof ApiError && error.code === 'EMAIL_NOT_VERIFIED'

const isSecondStep = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'SECOND_STEP_REQUIRED'
