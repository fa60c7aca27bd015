import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { emailText, isKnownEmail } from '#contract/credential-rules.ts'
import {
  followSession,
  onSessionChange,
  sessionState,
  signOut,
  startSession,
  signIn
} from '../../../src/base/session/session-store.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { Spinner } from '../../../src/base/ui/spinner.tsx'
import { beginSession } from '../base/use-operator.ts'
import { FactorStep } from './factor-step.tsx'
import { FormAlert, useProblems } from '../../../src/base/form/problems.tsx'
import { errorText } from '../../../src/base/http/error-text.ts'
import { TextField } from '../../../src/base/ui/text-field.tsx'

/** Shown in place of whatever page was asked for, whose address stays: entering leads there. */
export function SignIn({ onShown }: { onShown: () => void }) {
  const { status, user } = useSyncExternalStore(onSessionChange, sessionState)
  useEffect(() => {
    const stop = followSession(() => undefined)
    void startSession()
    return stop
  }, [])
  const tellShown = useEffectEvent(onShown)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = 'Вход в консоль'
    heading.current?.focus()
    tellShown()
  }, [])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-4 py-8">
      <h1 ref={heading} tabIndex={-1} data-route-focus className="text-heading font-semibold">
        Вход в консоль
      </h1>
      {status === 'loading' && <Spinner label="Проверяем вход" />}
      {status === 'signed-out' && (
        <>
          <p className="text-small text-ink-soft">Сначала ваш обычный аккаунт на сайте, потом код из приложения.</p>
          <PasswordForm />
        </>
      )}
      {status === 'signed-in' && (
        <>
          <Account email={user?.email ?? null} />
          <FactorStep userId={user?.id ?? null} />
        </>
      )}
    </main>
  )
}

function Account({ email }: { email: string | null }) {
  const [busy, setBusy] = useState(false)
  const change = () => {
    setBusy(true)
    // The page that waits for its operator waits for nothing more.
    beginSession(null)
    void signOut()
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-sunken py-1 pr-1 pl-4 text-small">
      <span className="min-w-0 break-all">{email ?? 'Вы вошли на сайт'}</span>
      <Button variant="ghost" size="small" busy={busy} onClick={change}>
        Другой аккаунт
      </Button>
    </div>
  )
}

type FieldName = 'email' | 'password'

function problemsOf(email: string, password: string): Partial<Record<FieldName, string>> {
  return {
    ...(!isKnownEmail(email) && { email: email.trim() ? emailText.malformed : emailText.required }),
    ...(password === '' && { password: 'Пароль обязателен' })
  }
}

/** The first step: the ordinary account, by the ordinary call. */
function PasswordForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [proving, setProving] = useState(false)
  const { problems, clear, report } = useProblems<FieldName>()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => signIn({ email, password }, () => setProving(true)),
    onSettled: () => setProving(false)
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (report(event.currentTarget, problemsOf(email, password)) && !isPending) mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {error && !isPending && (
        <FormAlert tone="danger" takesFocus>
          {errorText(error)}
        </FormAlert>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        error={problems.email}
        onChange={({ target }) => {
          setEmail(target.value)
          clear('email')
        }}
      />
      <TextField
        label="Пароль"
        type="password"
        autoComplete="current-password"
        value={password}
        error={problems.password}
        onChange={({ target }) => {
          setPassword(target.value)
          clear('password')
        }}
      />
      <Button type="submit" busy={isPending}>
        Продолжить
      </Button>
      {proving && (
        <output className="text-caption text-ink-faint">Сервер занят: браузер доказывает, что он не робот…</output>
      )}
    </form>
  )
}
