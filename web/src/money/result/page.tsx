import { useSearchParams, Link } from 'react-router-dom'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConfirmedPayment } from '#contract/payments.ts'
import { ApiError } from '../../base/session/client.ts'
import { errorText, isSessionLost } from '../../base/http/error-text.ts'
import { useSession } from '../../base/session/session.tsx'
import { askedReturnPath } from '../../base/links.ts'
import { Credited, Declined, NotSettled, Processing, ResultFrame } from './outcomes.tsx'
import { HelpButton } from '../../base/ui/help-button.tsx'
import { SignInPrompt } from '../../base/page/sign-in-prompt.tsx'
import { paths } from '../../base/paths.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { confirm, rereadMoney } from '../payments.ts'
import { paymentsKey } from '../../base/http/query-keys.ts'
import { isBlip } from '../../base/http/retry.ts'
import { startSession } from '../../base/session/session-store.ts'
import { endIntent } from '../shop/begin.ts'

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
  // When a later poll fails, the last known state stays on the page.
  if (data) return <Known payment={data} back={back} />
  if (!error || isSessionLost(error)) return <Processing />
  if (!(error instanceof ApiError)) return <ResultFailure title="Ошибка обработки платежа" paymentId={id} />
  const isUnknown = error.status === 404 || error.status === 400
  return isUnknown ? (
    <ResultFailure title={unknownText} text="Проверьте адрес или откройте платёж из истории." paymentId={id} />
  ) : (
    <ResultFailure title="Ошибка подтверждения платежа" text={errorText(error)} paymentId={id} />
  )
}

function Known({ payment, back }: { payment: ConfirmedPayment; back: string | null }) {
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

interface ResultFailureProps {
  title: string
  text?: string
  paymentId?: string | null
}

/** The payment could not be read. It may have been paid all the same. */
const ResultFailure = ({ title, text, paymentId = null }: ResultFailureProps) => (
  <ResultFrame
    tone="danger"
    icon={<TriangleAlert size={28} aria-hidden />}
    title={title}
    text={text}
    actions={
      <>
        <Button onClick={() => window.location.reload()}>Попробовать снова</Button>
        <Link to={paths.subscription} className={buttonClass({ variant: 'secondary' })}>
          Закрыть
        </Link>
        <HelpButton
          about={{ what: title, ...(paymentId !== null && { number: { name: 'Номер платежа', id: paymentId } }) }}
          size="medium"
        />
      </>
    }
  />
)

const askMs = 2000
/** After this many polls the payment is probably waiting for the bank, so it is polled less often. */
const eagerQuestions = 60
const laterAskMs = 10_000

/** The state of a payment, polled while it is pending. */
function useResult(paymentId: string) {
  const { user } = useSession()
  const queries = useQueryClient()
  const result = useQuery({
    queryKey: [...paymentsKey, 'result', paymentId],
    queryFn: ({ signal }) => confirm(paymentId, signal),
    enabled: user !== null,
    staleTime: 0,
    retry: (failures, error) => failures < 2 && isBlip(error),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
      if (data?.status !== 'pending') return false
      return dataUpdateCount + errorUpdateCount < eagerQuestions ? askMs : laterAskMs
    }
  })

  const status = result.data?.status
  const settle = useEffectEvent(() => {
    endIntent({ paymentId })
    // A purchase changes the plan, which is part of the profile.
    if (status === 'completed') void startSession()
    void rereadMoney(queries)
  })
  useEffect(() => {
    if (status !== undefined && status !== 'pending') settle()
  }, [status])
  return result
}
