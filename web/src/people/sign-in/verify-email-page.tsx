import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { verifyEmail } from '#contract/sign-in.ts'
import { focused } from '../../base/form/problems.tsx'
import { ApiError, clientCode } from '../../base/http/api-error.ts'
import { errorText } from '../../base/http/error-text.ts'
import { confirmEmailKey } from '../../base/http/query-keys.ts'
import { paths } from '../../base/paths.ts'
import { call } from '../../base/session/client.ts'
import { adoptTokens, sessionState, signOutHere } from '../../base/session/session-store.ts'
import { useSession } from '../../base/session/session.tsx'
import type { SignInState } from '../../base/session/sign-in-state.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Spinner } from '../../base/ui/spinner.tsx'
import { isOwnLink, markServed } from './sign-in-calls.ts'
import { ResendForm } from './resend-form.tsx'

/**
 * The address is confirmed in every case. `already`: it was before, and somebody is signed in here; a visitor then has to sign in, as
 * `without-tokens`.
 */
type Confirmation = 'signed-in' | 'already' | 'without-tokens' | 'without-user'

/** Confirms the address with the token of the mail and signs the user in. Throws `ApiError` when the token is refused. */
async function confirmEmail(token: string): Promise<Confirmation> {
  const answer = await call(verifyEmail, { token }).catch((error: unknown) => {
    if (isWithoutTokens(error)) return 'without-tokens' as const
    if (error instanceof ApiError && error.code === 'EMAIL_ALREADY_VERIFIED')
      return sessionState().status === 'signed-out' ? 'without-tokens' : 'already'
    throw error
  })
  markServed(token)
  if (typeof answer === 'string') return answer
  try {
    await adoptTokens(answer.tokens)
    return 'signed-in'
  } catch {
    // While tokens are stored, the sign-in page would send the user away again.
    signOutHere()
    return 'without-user'
  }
}

/** Runs once per token, because the link works only once. */
const confirmEmailQuery = (token: string) => ({
  queryKey: [...confirmEmailKey, token],
  queryFn: () => confirmEmail(token),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false
})

const isWithoutTokens = (error: unknown): boolean =>
  error instanceof ApiError && error.code === clientCode.unreadable && error.status === 200

/** The text for a failed confirmation. */
function confirmationRefusal(error: unknown): string {
  if (!isAnswer(error)) return 'Произошла ошибка при подтверждении email'
  if (error.code === 'INVALID_VERIFICATION_TOKEN') return 'Токен недействителен или истек. Запросите новое письмо'
  return errorText(error, 'Не удалось подтвердить email')
}

/** Whether the link may still work, because the server did not process the request. */
const mayBeTriedAgain = (error: unknown): boolean =>
  !isAnswer(error) || error.status >= 500 || error.code === 'RATE_LIMITED'

const isAnswer = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status !== 0 && error.code !== clientCode.unreadable

export function Page() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  // The key resets the state when another link is opened in the same tab.
  return token === '' ? <Refused text="Токен не найден в URL" /> : <Verification key={token} token={token} />
}

/** The text when the user could not be signed in, and the time until the sign-in page opens. */
const detours: Record<
  Exclude<Confirmation, 'signed-in'>,
  { text: string; link?: string; path?: `/${string}`; pauseMs: number }
> = {
  already: {
    text: 'Больше ничего делать не нужно. Открываем сайт…',
    link: 'Продолжить',
    path: paths.home,
    pauseMs: 3000
  },
  'without-tokens': { text: 'Email подтвержден! Теперь вы можете войти в систему.', pauseMs: 2000 },
  'without-user': {
    text: 'Email подтвержден, но произошла ошибка при входе. Попробуйте войти вручную.',
    pauseMs: 3000
  }
}

/** Confirms by itself in the browser that registered, or where the link has served, elsewhere after a click: programs that check mails open their links too. */
function Verification({ token }: { token: string }) {
  const [isOwn] = useState(() => isOwnLink(token))
  const { data: confirmation, error, isFetching, refetch } = useQuery({ ...confirmEmailQuery(token), enabled: isOwn })
  useNextPage(confirmation)
  if (error)
    return (
      <Refused text={confirmationRefusal(error)}>
        {mayBeTriedAgain(error) && (
          <Button size="large" busy={isFetching} onClick={() => void refetch()}>
            Попробовать ещё раз
          </Button>
        )}
      </Refused>
    )
  if (confirmation === undefined || confirmation === 'signed-in')
    return (
      <Notice title="Подтверждение email">
        {isOwn ? (
          <Spinner label="Проверяем ссылку" size={28} />
        ) : (
          <Question busy={isFetching || confirmation !== undefined} onConfirm={() => void refetch()} />
        )}
      </Notice>
    )
  const { text, link = 'Перейти ко входу', path = paths.auth } = detours[confirmation]
  return (
    <Notice title="Email подтверждён">
      <p {...focused}>{text}</p>
      {confirmation === 'already' && <SignedInAs />}
      <Link to={path} state={calm(text)} className={buttonClass({ variant: 'secondary' })}>
        {link}
      </Link>
    </Notice>
  )
}

const Question = ({ busy, onConfirm }: { busy: boolean; onConfirm: () => void }) => (
  <>
    <p className="text-balance">Остался один шаг: подтвердите адрес, и мы откроем ваш аккаунт.</p>
    <SignedInAs then=" Если письмо о другом аккаунте, откроется он." />
    <Button size="large" busy={busy} onClick={onConfirm}>
      Подтвердить
    </Button>
    <p className="text-small text-balance">
      Мы ждём нажатия, потому что ссылки из писем иногда открывает антивирус. Не&nbsp;регистрировались? Просто закройте
      страницу.
    </p>
  </>
)

/** A link may be opened where somebody else is signed in, and does not say whose it is. */
function SignedInAs({ then = '' }: { then?: string }) {
  const { user } = useSession()
  return user && <p className="text-small text-balance wrap-anywhere">{`Здесь вы вошли как ${user.email}.${then}`}</p>
}

/** Said again above the form of the sign-in, which may open before it was read. */
const calm = (text: string): SignInState => ({ calm: text })

/** After the confirmation opens the home page, or after a pause the sign-in page. */
function useNextPage(confirmation: Confirmation | undefined): void {
  const navigate = useNavigate()
  const goTo = useEffectEvent((path: string, state?: SignInState) => void navigate(path, { replace: true, state }))
  useEffect(() => {
    if (confirmation === undefined) return
    if (confirmation === 'signed-in') {
      notify.success('Добро пожаловать! Email подтвержден.')
      goTo(paths.home)
      return
    }
    const { text, path = paths.auth, pauseMs } = detours[confirmation]
    const timer = setTimeout(() => goTo(path, calm(text)), pauseMs)
    return () => clearTimeout(timer)
  }, [confirmation])
}

const Notice = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col items-center gap-5 text-center text-ink-soft">
    <h1 className="text-heading font-semibold text-ink">{title}</h1>
    {children}
  </div>
)

const Refused = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="flex flex-col gap-6">
    <div className="text-center">
      <h1 className="text-heading font-semibold">Подтверждение email</h1>
      <p key={text} {...focused} className="mt-3 text-danger">
        {text}
      </p>
    </div>
    {children}
    <ResendForm />
    <Link to={paths.auth} className={buttonClass({ variant: 'ghost' })}>
      Вернуться ко входу
    </Link>
  </div>
)
