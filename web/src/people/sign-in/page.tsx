import { useState, type SubmitEvent } from 'react'
import { Link, Navigate, useLocation, useSearchParams, useNavigate } from 'react-router-dom'
import { freeTokens } from '#contract/catalogue/plans.ts'
import { legalLinks } from '#contract/catalogue/menu.ts'
import { signInStateOf, useSession } from '../../base/session/session.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { FormAlert, refusedFields, useProblems } from '../../base/form/problems.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { returnPathOf } from '../../base/session/return-path.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { notify } from '../../base/ui/notify.ts'
import { Spinner } from '../../base/ui/spinner.tsx'
import { ApiError } from '../../base/session/client.ts'
import type { Credentials } from '../../base/session/session-store.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { TextField } from '../../base/ui/text-field.tsx'
import { EmailField, existingPasswordProblem, knownEmailProblem, problemsOf } from '../credential-fields.tsx'
import { useProofNotice } from './proof-notice.tsx'
import { ResendForm } from './resend-form.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'

type Mode = 'sign-in' | 'register'

interface Notice {
  tone: 'success' | 'danger'
  text: string
}

const registeredNotice: Notice = {
  tone: 'success',
  text: 'Регистрация успешна! Проверьте email для подтверждения. Проверьте папку "Входящие" и "Спам".'
}

const endedNotice: Notice = { tone: 'danger', text: 'Сессия завершена. Войдите снова' }

export function Page() {
  const { status } = useSession()
  const [query] = useSearchParams()
  if (status === 'loading') {
    return (
      <div className="m-auto">
        <Spinner label="Проверяем вход" size={28} />
      </div>
    )
  }
  return status === 'signed-in' ? <Navigate to={returnPathOf(query)} replace /> : <AuthForms />
}

function AuthForms() {
  const [query] = useSearchParams()
  const invite = query.get('invite') ?? undefined
  const isNew = invite !== undefined || query.get('mode') === 'register'
  const [mode, setMode] = useState<Mode>(isNew ? 'register' : 'sign-in')
  const [email, setEmail] = useState('')
  const { ended } = signInStateOf(useLocation().state)
  const [notice, setNotice] = useState<Notice | null>(ended ? endedNotice : null)
  const switchTo = (next: Mode, said: Notice | null = null) => {
    setMode(next)
    setNotice(said)
    notify.clear()
  }
  const registering = mode === 'register'
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-heading font-semibold">{registering ? 'Создать аккаунт' : 'Вход'}</h1>
        <p className="mt-2 text-small text-ink-soft">
          {`${registering ? `${formatTokens(freeTokens)} в подарок после подтверждения почты.` : 'Рады видеть вас снова.'}${registering && invite !== undefined ? ' Друг пригласил вас: пока идёт акция, токенов будет больше.' : ''}`}
        </p>
      </div>
      {notice && (
        <FormAlert tone={notice.tone} takesFocus={notice === registeredNotice}>
          {notice.text}
        </FormAlert>
      )}
      {registering ? (
        <RegistrationForm
          email={email}
          invite={invite}
          onEmailChange={setEmail}
          onRegistered={() => switchTo('sign-in', registeredNotice)}
        />
      ) : (
        <>
          <SignInForm email={email} onEmailChange={setEmail} onAttempt={() => setNotice(null)} />
          <ForgotPassword email={email} />
        </>
      )}
      <p className="text-center text-small text-ink-soft">
        <span>{registering ? 'Уже есть аккаунт?' : 'Ещё нет аккаунта?'}</span>{' '}
        <button
          type="button"
          className="min-h-11 rounded-small px-1 font-medium text-ink underline decoration-accent decoration-2 underline-offset-4"
          onClick={() => switchTo(registering ? 'sign-in' : 'register')}
        >
          {registering ? 'Войти' : 'Создать аккаунт'}
        </button>
      </p>
      <LegalLinks />
    </div>
  )
}

const LegalLinks = () => (
  <nav aria-label="Документы" className="border-t border-line pt-4">
    <ul className="flex flex-wrap justify-center gap-x-4 text-caption text-ink-faint">
      {legalLinks.map(({ path, title }) => (
        <li key={path}>
          <Link to={path} className="inline-flex min-h-9 items-center hover:text-ink pointer-coarse:min-h-11">
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

interface SignInFormProps {
  email: string
  onEmailChange: (email: string) => void
  /** Called with every attempt, to clear the notice of the page. */
  onAttempt: () => void
}

function SignInForm({ email, onEmailChange, onAttempt }: SignInFormProps) {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { pass } = signInStateOf(useLocation().state)
  const [password, setPassword] = useState('')
  const { problems, edits, report, reportRefusal, form } = useProblems<'email' | 'password'>()
  const proof = useProofNotice()
  const attempt = useSingleMutation({
    mutationFn: (credentials: Credentials) => signIn(credentials, proof.onProof),
    onSuccess: ({ restored }) => {
      notify.success('Успешный вход! Добро пожаловать!')
      if (restored) notify.info('Удаление аккаунта отменено: всё на месте.')
      void navigate(returnPathOf(query), { replace: true })
    },
    // The form says what is wrong, above its fields or at one of them.
    onError: (error) => reportRefusal(refusedFields(error, fields))
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onAttempt()
    proof.reset()
    const found = problemsOf({ email: knownEmailProblem(email), password: existingPasswordProblem(password) })
    if (report(event.currentTarget, found)) attempt.start({ email: email.trim(), password, pass })
  }

  return (
    <div className="flex flex-col gap-5">
      {attempt.error && !isAboutFields(attempt.error) && (
        <FormAlert tone="danger">{errorText(attempt.error, 'Ошибка входа в систему')}</FormAlert>
      )}
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <EmailField value={email} error={problems.email} onChange={edits('email', onEmailChange)} />
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
    </div>
  )
}

const fields = ['email', 'password'] as const

const isAboutFields = (error: unknown): boolean => Object.keys(refusedFields(error, fields)).length > 0

const isUnverified = (error: unknown): boolean => error instanceof ApiError && error.code === 'EMAIL_NOT_VERIFIED'
