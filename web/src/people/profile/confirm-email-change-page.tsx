import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { confirmEmailChange } from '#contract/profile.ts'
import { ApiError, call } from '../../base/session/client.ts'
import { focused } from '../../base/form/problems.tsx'
import { errorText } from '../../base/http/error-text.ts'
import { startSession } from '../../base/session/session-store.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { paths } from '../../base/paths.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'

/** Opened by the link in each of the two mails about a new address. */
export function Page() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  // The key resets the state when another link is opened in the same tab.
  return token === '' ? <Notice problem="Токен не найден в URL" /> : <Confirmation key={token} token={token} />
}

const texts = {
  waiting: 'Этот адрес подтверждён. Осталось открыть ссылку в письме, которое пришло на другой адрес.',
  changed: 'Email изменён. Теперь входите с новым адресом.'
}

/** Confirms only after a click, because programs that scan mail open its links too. */
function Confirmation({ token }: { token: string }) {
  const [state, setState] = useState<keyof typeof texts | null>(null)
  const agreement = useSingleMutation({
    mutationFn: async () => (await call(confirmEmailChange, { token })).state,
    onSuccess: (reached) => {
      setState(reached)
      // Updates the address in the menu, when the user is signed in here.
      if (reached === 'changed') void startSession()
    }
  })
  if (state) return <Notice text={texts[state]} />
  if (isRefused(agreement.error))
    return <Notice problem="Ссылка недействительна или истекла. Запросите смену email в профиле ещё раз" />
  const problem = agreement.error && errorText(agreement.error, 'Произошла ошибка при смене email')
  return (
    <Notice text="Подтвердите, что вы хотите сменить email аккаунта." problem={problem}>
      <Button size="large" busy={agreement.isPending} onClick={() => agreement.start()}>
        Подтвердить смену
      </Button>
      <p className="text-small text-ink-soft">
        Не просили об этом? Закройте страницу: без подтверждения ничего не изменится.
      </p>
    </Notice>
  )
}

const isRefused = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'INVALID_VERIFICATION_TOKEN'

interface NoticeProps {
  text?: string
  problem?: string | null
  /** The actions; without them there is a link to the home page. */
  children?: ReactNode
}

const Notice = ({ text, problem, children }: NoticeProps) => (
  <div className="flex flex-col items-center gap-5 text-center">
    <h1 className="text-heading font-semibold">Смена email</h1>
    {problem && (
      <p {...(children ? { role: 'alert' } : focused)} className="text-danger">
        {problem}
      </p>
    )}
    {text && (
      <p {...(!children && focused)} className="text-ink-soft">
        {text}
      </p>
    )}
    {children ?? (
      <Link to={paths.home} className={buttonClass({ variant: 'secondary' })}>
        На главную
      </Link>
    )}
  </div>
)
