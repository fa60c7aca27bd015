import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetRequestForm } from './reset-request-form.tsx'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'

export function Page() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  // Another link in the same tab is another attempt.
  return token === '' ? <BadLink text="Токен не найден" /> : <Reset key={token} token={token} />
}

function Reset({ token }: { token: string }) {
  const [bad, setBad] = useState(false)
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
      <p role="alert" className="mt-3 text-danger">
        {text}
      </p>
    </div>
    <ResetRequestForm />
    <Link to={paths.auth} className={buttonClass({ variant: 'ghost' })}>
      Вернуться ко входу
    </Link>
  </div>
)
