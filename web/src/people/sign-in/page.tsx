import { useEffect, useEffectEvent, useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams, useNavigate } from 'react-router-dom'
import { legalLinks } from '#contract/catalogue/menu.ts'
import { useSession } from '../../base/session/session.tsx'
import { type SignInState, signInStateOf } from '../../base/session/sign-in-state.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { FormAlert } from '../../base/form/problems.tsx'
import { CheckMail } from './check-mail.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { giftText, RegistrationForm } from './registration-form.tsx'
import { ModeSwitch, SignInForm } from './sign-in-form.tsx'
import { prepareCalls } from './sign-in-calls.ts'
import { readWays } from './ways.ts'
import { goOn, inviteOf, tripOf, tripTo } from './trip.ts'
import { askedReturnPath, returnPathOf } from '../../base/links.ts'
import { keepQuestion } from '../../base/session/kept-question.ts'
import { isKept } from '../../base/storage/unsent.ts'
import { pageAt } from '../../base/pages.ts'
import { paths } from '../../base/paths.ts'
import { notify } from '../../base/ui/notify.ts'
import { Spinner } from '../../base/ui/spinner.tsx'

/** The value of `mode` in the address. */
const register = 'register'

interface Notice {
  tone: 'calm' | 'danger'
  text: string
}

const endedNotice: Notice = { tone: 'danger', text: 'Сессия завершена. Войдите снова' }

function SignInPage() {
  const { status } = useSession()
  const [query] = useSearchParams()
  if (status === 'loading') {
    return (
      <div className="m-auto">
        <Spinner label="Проверяем вход" size={28} />
      </div>
    )
  }
  return status === 'signed-in' ? <Navigate to={tripOf(returnPathOf(query)).path} replace /> : <AuthForms />
}

/** Drawn when it is known which ways in there are, so that the form does not move. */
export const Page = Object.assign(SignInPage, { prepare: readWays })

function AuthForms() {
  const [query] = useSearchParams()
  const invite = inviteOf(query)
  const registering = (query.get('mode') ?? (query.has('invite') ? register : '')) === register
  const { ended, calm, pass, registered, email: typedBefore = '' } = signInStateOf(useLocation().state)
  const [email, setEmail] = useState(typedBefore)
  const navigate = useNavigate()
  /** The form is part of the address and what was typed of the history entry, so that a reload keeps both; «назад» leaves them as one page. */
  const keep = (state: SignInState, isRegister = registering) =>
    void navigate(formPath(query, isRegister), { replace: true, state: { pass, email, ...state } })
  useEffect(prepareCalls, [])
  useBeforeLeft(() => keep({ ended, calm, registered }))
  const [notice, setNotice] = useState<Notice | null>(ended ? endedNotice : calm ? { tone: 'calm', text: calm } : null)
  const switchTo = (isRegister: boolean, of?: string) => {
    keep({ registered: of }, isRegister)
    setNotice(null)
    notify.clear()
  }
  return (
    <div className="group/way-in flex flex-col gap-6">
      <div>
        <h1 className="text-heading font-semibold">{registering ? 'Создать аккаунт' : 'Вход'}</h1>
        <p className="mt-2 text-small text-ink-soft">
          <span>{registering ? giftText : 'Рады видеть вас снова.'}</span>
          {registering && invite !== undefined && (
            <span> Друг пригласил вас: пока идёт акция, токенов будет больше.</span>
          )}
        </p>
      </div>
      {notice && <FormAlert tone={notice.tone}>{notice.text}</FormAlert>}
      {registered !== undefined && <CheckMail email={registered} />}
      <ProviderButtons
        returnTo={() => tripTo(returnPathOf(query), { invite })}
        left={{ from: formPath(query, registering), email }}
      />
      {registering ? (
        <RegistrationForm
          email={email}
          invite={invite}
          onEmailChange={setEmail}
          onRegistered={() => {
            keepPlace(askedReturnPath(query))
            switchTo(false, email.trim())
          }}
        />
      ) : (
        <>
          <SignInForm
            email={email}
            pass={pass}
            onEmailChange={setEmail}
            onAttempt={() => setNotice(null)}
            onSignedIn={() => goOn(navigate, returnPathOf(query))}
          />
          <ForgotPassword email={email} />
        </>
      )}
      <ModeSwitch registering={registering} onSwitch={() => switchTo(!registering)} />
      <LegalLinks />
    </div>
  )
}

/** Calls before this page may be lost. */
function useBeforeLeft(keep: () => void): void {
  const keepHere = useEffectEvent(() => {
    // The address may already be that of the next page, which is still loaded.
    if (window.location.pathname === paths.auth) keep()
  })
  useEffect(() => {
    // Later, at `pagehide`, Chromium keeps no state any more. Where the system discards a page, it was hidden before.
    const listening = new AbortController()
    window.addEventListener('beforeunload', keepHere, listening)
    document.addEventListener('visibilitychange', keepHere, listening)
    return () => listening.abort()
  }, [])
}

/** This page, with the form that is shown. */
function formPath(shown: URLSearchParams, registering: boolean): string {
  const query = new URLSearchParams(shown)
  if (registering) query.set('mode', register)
  // A link of an invitation opens the registration.
  else if (query.has('invite')) query.set('mode', 'sign-in')
  else query.delete('mode')
  return `${paths.auth}${query.size > 0 ? `?${query}` : ''}`
}

/** The link of the mail opens the home page, which offers to go on where the visitor was. */
function keepPlace(asked: string | null): void {
  const { path } = tripOf(asked ?? paths.home)
  if (path === paths.home || isKept()) return
  const name = pageAt(path.split(/[?#]/)[0] ?? path).title
  keepQuestion({
    path,
    name,
    prompt: '',
    model: null,
    priceTokens: null,
    operationId: null,
    owner: null,
    at: Date.now()
  })
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
