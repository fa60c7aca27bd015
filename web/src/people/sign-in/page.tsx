import { useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { freeTokens } from '#contract/catalogue/plans.ts'
import { legalLinks } from '#contract/catalogue/menu.ts'
import { signInStateOf, useSession } from '../../base/session/session.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { FormAlert } from '../../base/form/problems.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { returnPathOf } from '../../base/session/return-path.ts'
import { SignInForm } from './sign-in-form.tsx'
import { formatTokens } from '../../base/format/tokens.ts'
import { notify } from '../../base/ui/notify.ts'
import { Spinner } from '../../base/ui/spinner.tsx'

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
