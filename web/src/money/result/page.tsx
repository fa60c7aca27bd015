import { useSearchParams } from 'react-router-dom'
import type { Payment } from '#contract/payments.ts'
import { ApiError } from '../../base/session/client.ts'
import { errorText, isSessionLost } from '../../base/http/error-text.ts'
import { useSession } from '../../base/session/session.tsx'
import { askedReturnPath } from '../../base/session/return-path.ts'
import { Declined } from './declined.tsx'
import { ResultFailure } from './failure.tsx'
import { Credited } from './credited.tsx'
import { NotSettled, Processing } from './waiting.tsx'
import { SignInPrompt } from '../../base/page/sign-in-prompt.tsx'
import { useResult } from './use-result.ts'

const unknownText = 'ID платежа не найден'

export function Page() {
  const { status } = useSession()
  const [query] = useSearchParams()
  const id = query.get('payment_id') ?? ''
  if (status === 'loading') return <Processing />
  if (status === 'signed-out')
    return <SignInPrompt title="Необходима авторизация" text="Войдите в систему, чтобы увидеть результат оплаты" />
  return id === '' ? (
    <ResultFailure title={unknownText} text="В адресе страницы нет номера платежа." />
  ) : (
    <Result key={id} id={id} back={askedReturnPath(query)} />
  )
}

interface ResultProps {
  id: string
  back: string | null
}

function Result({ id, back }: ResultProps) {
  const { data, error } = useResult(id)
  // Once something is known, a question that stumbles is asked again and not told.
  if (data) return <Known payment={data} back={back} />
  if (!error || isSessionLost(error)) return <Processing />
  if (!(error instanceof ApiError)) return <ResultFailure title="Ошибка обработки платежа" retry />
  const isUnknown = error.status === 404 || error.status === 400
  return isUnknown ? (
    <ResultFailure title={unknownText} text="Проверьте адрес или откройте платёж из истории." />
  ) : (
    <ResultFailure title="Ошибка подтверждения платежа" text={errorText(error)} retry />
  )
}

function Known({ payment, back }: { payment: Payment & { new_balance: number }; back: string | null }) {
  switch (payment.status) {
    case 'pending':
    case 'review':
      return <NotSettled payment={payment} back={back} />
    case 'cancelled':
      return <Declined payment={payment} back={back} />
    case 'completed':
    case 'refunded':
      return <Credited payment={payment} back={back} />
    default:
      return payment.status satisfies never
  }
}
