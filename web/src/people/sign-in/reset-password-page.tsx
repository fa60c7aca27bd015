import { type SubmitEvent, useEffect, useState } from 'react'
import { Link, useSearchParams, useNavigate } from 'react-router-dom'
import { checkPasswordReset, confirmPasswordReset } from '#contract/sign-in.ts'
import { ResetRequestForm } from './forgot-password.tsx'
import { useProofNotice } from './proof-notice.tsx'
import {
  NewPasswordField,
  newPasswordProblem,
  PasswordRules,
  problemsOf,
  RepeatedPasswordField,
  repeatProblem
} from '../credential-fields.tsx'
import { paths } from '../../base/paths.ts'
import { buttonClass, Button } from '../../base/ui/button.tsx'
import { ApiError, call } from '../../base/session/client.ts'
import { callProving } from '../../base/session/call-proving.ts'
import { errorText } from '../../base/http/error-text.ts'
import { signOutHere } from '../../base/session/session-store.ts'
import { notify } from '../../base/ui/notify.ts'
import { focused, FormAlert, refusedFields, useProblems } from '../../base/form/problems.tsx'
import type { SignInState } from '../../base/session/sign-in-state.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'

export function Page() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  // The key resets the state when another link is opened in the same tab.
  return token === '' ? <BadLink text="Токен не найден" /> : <Reset key={token} token={token} />
}

function Reset({ token }: { token: string }) {
  const [bad, setBad] = useState(false)
  // The form is there at once: a link is mostly good, and whatever else fails is told when the form is sent.
  useEffect(() => {
    const left = new AbortController()
    call(checkPasswordReset, { token }, { signal: left.signal }).catch((error: unknown) => {
      if (isBadLink(error)) setBad(true)
    })
    return () => left.abort()
  }, [token])
  if (bad) return <BadLink text="Ссылка для сброса пароля истекла или недействительна" />
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-heading font-semibold">Новый пароль</h1>
        <p className="mt-2 text-small text-ink-soft">
          После смены пароля нужно будет войти заново на всех устройствах.
        </p>
      </div>
      <NewPasswordForm token={token} onBadLink={() => setBad(true)} />
    </div>
  )
}

const BadLink = ({ text }: { text: string }) => (
  <div className="flex flex-col gap-6">
    <div className="text-center">
      <h1 className="text-heading font-semibold">Новый пароль</h1>
      <p {...focused} className="mt-3 text-danger">
        {text}
      </p>
    </div>
    <ResetRequestForm />
    <Link to={paths.auth} className={buttonClass({ variant: 'ghost' })}>
      Вернуться ко входу
    </Link>
  </div>
)

const isBadLink = (error: unknown): boolean => error instanceof ApiError && error.code === 'INVALID_VERIFICATION_TOKEN'

const failed = 'Произошла ошибка при сбросе пароля'

/** The text for a failed reset: a rate limit and a missing proof have their own, all other failures share one. */
const refusalText = (error: Error): string =>
  error instanceof ApiError && ['RATE_LIMITED', 'PROOF_REQUIRED'].includes(error.code)
    ? errorText(error, failed)
    : failed

/** Sets a new password with the token of a link. `onBadLink`: called when the token is invalid or expired. */
function NewPasswordForm({ token, onBadLink }: { token: string; onBadLink: () => void }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const { problems, edits, report, reportRefusal, form } = useProblems<'password' | 'repeat'>()
  const proof = useProofNotice()
  const reset = useSingleMutation({
    mutationFn: (newPassword: string) => callProving(confirmPasswordReset, { token, newPassword }, proof.onProof),
    onSuccess: ({ pass }) => {
      // The server has ended every session of the account, also one in this browser.
      signOutHere()
      notify.success('Пароль успешно изменён')
      void navigate(paths.auth, { replace: true, state: { pass } satisfies SignInState })
    },
    onError: (error) => {
      if (isBadLink(error)) onBadLink()
      else reportRefusal({ password: refusedFields(error, ['newPassword']).newPassword })
    }
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf({ password: newPasswordProblem(password), repeat: repeatProblem(password, repeat) })
    proof.reset()
    if (report(event.currentTarget, found)) reset.start(password)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {reset.error && <FormAlert tone="danger">{refusalText(reset.error)}</FormAlert>}
      <NewPasswordField
        label="Новый пароль"
        value={password}
        error={problems.password}
        onChange={edits('password', setPassword)}
      />
      <PasswordRules password={password} />
      <RepeatedPasswordField value={repeat} error={problems.repeat} onChange={edits('repeat', setRepeat)} />
      <Button type="submit" size="large" busy={reset.isPending}>
        Сохранить пароль
      </Button>
      {reset.isPending && proof.notice}
    </form>
  )
}
