import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { errorText } from '../api/error-text.ts'
import { ApiError } from '../api/client.ts'
import { confirmEmailChangeQuery } from '../api/profile.ts'
import { startSession } from '../api/session-store.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** Uses the link of one of the two mails about another address. */
export function ConfirmEmailChangePage() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  return token === '' ? <Notice text="Токен не найден в URL" isProblem /> : <Confirmation token={token} />
}

const texts = {
  waiting: 'Этот адрес подтверждён. Осталось открыть ссылку в письме, которое пришло на другой адрес.',
  changed: 'Email изменён. Теперь входите с новым адресом.'
}

function Confirmation({ token }: { token: string }) {
  const { data, error } = useQuery({
    ...confirmEmailChangeQuery(token),
    queryFn: async () => {
      const state = await confirmEmailChangeQuery(token).queryFn()
      // The address in the menu follows, where the owner is signed in.
      if (state === 'changed') void startSession()
      return state
    }
  })
  if (error) return <Notice text={refusalText(error)} isProblem />
  return data ? (
    <Notice text={texts[data]} />
  ) : (
    <Notice>
      <Spinner label="Проверяем ссылку" size={28} />
    </Notice>
  )
}

const refusalText = (error: Error): string =>
  error instanceof ApiError && error.code === 'INVALID_VERIFICATION_TOKEN'
    ? 'Ссылка недействительна или истекла. Запросите смену email в профиле ещё раз'
    : errorText(error, 'Произошла ошибка при смене email')

const Notice = ({ text, isProblem, children }: { text?: string; isProblem?: boolean; children?: ReactNode }) => (
  <div className="flex flex-col items-center gap-5 text-center">
    <h1 className="text-heading font-semibold">Смена email</h1>
    {text && (
      <p role="alert" className={isProblem ? 'text-danger' : 'text-ink-soft'}>
        {text}
      </p>
    )}
    {children}
    <Link to={paths.home} className={buttonClass({ variant: 'secondary' })}>
      На главную
    </Link>
  </div>
)
