import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { linkIdentity } from '#contract/identities.ts'
import { type IdentityProvider, identityProviders, providerNames } from '#contract/identity-providers.ts'
import { focused, FormAlert } from '../../base/form/problems.tsx'
import { ApiError } from '../../base/http/api-error.ts'
import { errorText } from '../../base/http/error-text.ts'
import { paths, signInPath } from '../../base/paths.ts'
import { callFresh } from '../../base/session/call-fresh.ts'
import { useSession } from '../../base/session/session.tsx'
import type { SignInState } from '../../base/session/sign-in-state.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Spinner } from '../../base/ui/spinner.tsx'
import { CheckMail } from './check-mail.tsx'
import { Consent } from './consent.tsx'
import { type Brought, broughtBy, finishOnce, mayBeTriedAgain, type Outcome } from './finish-identity.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { goOn } from './trip.ts'
import { formLeft, takeLeft } from './ways.ts'

/** Where a provider sends people back to, with what the server needs in the address. */
export function Page() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const provider = identityProviders.find((one) => pathname.endsWith(`/${one}`)) ?? 'yandex'
  const [brought] = useState(() => broughtBy(provider, new URLSearchParams(search)))
  // The code stays nowhere: not in the history, and in no address that is copied or sent on.
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true })
  }, [pathname, search, navigate])
  const [attempts, setAttempts] = useState(0)
  return <Returned key={attempts} brought={brought} onAgain={() => setAttempts(attempts + 1)} />
}

function Returned({ brought, onAgain }: { brought: Brought; onAgain: () => void }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    let isShown = true
    finishOnce(brought).then(
      (finished) => isShown && setOutcome(finished),
      (failure: unknown) => isShown && setError(failure)
    )
    return () => {
      isShown = false
    }
  }, [brought])
  if (isDeclined(error)) return <BackToForm words={errorText(error)} />
  if (error !== null) return <Failed error={error} onAgain={mayBeTriedAgain(error) ? onAgain : null} />
  return outcome ? <Next provider={brought.provider} outcome={outcome} /> : <Waiting />
}

const isDeclined = (error: unknown): boolean => error instanceof ApiError && error.code === 'IDENTITY_DECLINED'

const Waiting = ({ title = 'Вход', label = 'Завершаем вход' }) => (
  <Screen title={title}>
    <div className="grid place-items-center">
      <Spinner label={label} size={28} />
    </div>
  </Screen>
)

interface NextProps<State extends Outcome['state'] = Outcome['state']> {
  provider: IdentityProvider
  outcome: Extract<Outcome, { state: State }>
}

function Next({ provider, outcome }: NextProps) {
  switch (outcome.state) {
    case 'signed-in':
      return <GoOn returnTo={outcome.returnTo} />
    case 'proven':
      return <GoOn returnTo={outcome.returnTo} notice="Подтверждено. Повторите действие" />
    case 'second-step':
      return <Second outcome={outcome} />
    case 'new':
      return <NewPerson provider={provider} outcome={outcome} />
    case 'known-address':
      return <KnownAddress provider={provider} outcome={outcome} />
    case 'link':
      return <Linking provider={provider} outcome={outcome} />
    default:
      return outcome satisfies never
  }
}

/** @param notice what a toast says there */
function GoOn({ returnTo, notice }: { returnTo: string; notice?: string }) {
  const navigate = useNavigate()
  useOnce(() => {
    if (notice !== undefined) notify.success(notice)
    goOn(navigate, returnTo)
  })
  return <Waiting />
}

function Second({ outcome: { returnTo, ...needed } }: { outcome: NextProps<'second-step'>['outcome'] }) {
  const navigate = useNavigate()
  return (
    <Screen title="Второй шаг">
      <SecondStep
        needed={needed}
        onSignedIn={() => goOn(navigate, returnTo)}
        onBack={() => void navigate(formLeft(returnTo), { replace: true })}
      />
    </Screen>
  )
}

function NewPerson({ provider, outcome: { ticket, email, returnTo } }: NextProps<'new'>) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [expired, setExpired] = useState<Error | null>(null)
  if (expired !== null) return <Failed error={expired} onAgain={null} returnTo={returnTo} />
  if (sentTo !== null)
    return (
      <Screen title="Проверьте почту">
        <CheckMail email={sentTo} />
      </Screen>
    )
  return (
    <Screen title="Остался один шаг">
      <Consent
        provider={provider}
        ticket={ticket}
        email={email}
        returnTo={returnTo}
        onMailSent={setSentTo}
        onExpired={setExpired}
      />
    </Screen>
  )
}

/** The account may have no password: it may have been made with another provider, or have a passkey alone. */
function KnownAddress({ provider, outcome }: NextProps<'known-address'>) {
  const navigate = useNavigate()
  const [email, setEmail] = useState(outcome.email)
  return (
    <Screen title="Вход">
      <p className="text-ink-soft">
        {`У этого адреса уже есть аккаунт. Войдите так, как обычно, и привяжите ${providerNames[provider]} в профиле.`}
      </p>
      <ProviderButtons
        returnTo={() => outcome.returnTo}
        left={{ from: signInPath(outcome.returnTo), email }}
        without={provider}
      />
      <SignInForm email={email} onEmailChange={setEmail} onSignedIn={() => goOn(navigate, outcome.returnTo)} />
      <ForgotPassword email={email} />
    </Screen>
  )
}

/** Once: the ticket serves once, and this component is made anew by nothing but another return. */
function Linking({ provider, outcome: { ticket, returnTo } }: NextProps<'link'>) {
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  useOnce(() => {
    const link = async () => {
      await callFresh(linkIdentity, { ticket })
      notify.success(`${providerNames[provider]} привязан. Теперь с ним можно входить`)
      goOn(navigate, returnTo)
    }
    link().catch((failure: unknown) => {
      if (isCalledOff(failure)) void navigate(paths.profile, { replace: true })
      else setError(failure)
    })
  })
  return error === null ? (
    <Waiting title={`Привязка ${providerNames[provider]}`} label="Завершаем привязку" />
  ) : (
    <Failed title="Привязка не завершена" error={error} onAgain={null} />
  )
}

const isCalledOff = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Strict mode runs effects twice. */
function useOnce(act: () => void) {
  const isDone = useRef(false)
  const run = useEffectEvent(act)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    run()
  }, [])
}

/** The form as it was, with calm words above it. */
function BackToForm({ words }: { words: string }) {
  const navigate = useNavigate()
  const { status } = useSession()
  useOnce(() => {
    const left = takeLeft()
    const from = left?.from.startsWith(paths.auth) ? left.from : paths.auth
    if (status === 'signed-out') {
      void navigate(from, { replace: true, state: { calm: words, email: left?.email } satisfies SignInState })
      return
    }
    notify.info(words)
    void navigate(paths.profile, { replace: true })
  })
  return <Waiting />
}

interface FailedProps {
  title?: string
  error: unknown
  onAgain: (() => void) | null
  /** Where the person was to go on, if that is known. */
  returnTo?: string
}

function Failed({ title = 'Вход не завершён', error, onAgain, returnTo }: FailedProps) {
  const { status } = useSession()
  const to = status === 'signed-in' ? paths.profile : formLeft(returnTo)
  return (
    <Screen title={title}>
      <FormAlert tone="danger" takesFocus>
        {errorText(error, 'Не удалось завершить вход. Попробуйте ещё раз')}
      </FormAlert>
      {onAgain && (
        <Button size="large" onClick={onAgain}>
          Попробовать ещё раз
        </Button>
      )}
      <Link to={to} replace className={buttonClass({ size: 'large', variant: onAgain ? 'secondary' : 'primary' })}>
        {status === 'signed-in' ? 'Вернуться в профиль' : 'Начать заново'}
      </Link>
    </Screen>
  )
}

/** Its heading takes the focus: what had it is gone with the screen before. */
const Screen = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="group/way-in flex flex-col gap-6">
    <h1 key={title} {...focused} className="text-heading font-semibold">
      {title}
    </h1>
    {children}
  </div>
)
