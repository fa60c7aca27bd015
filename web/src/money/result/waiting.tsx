import { Link } from 'react-router-dom'
import type { Payment } from '#contract/payments.ts'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { PaymentFacts } from '../shop/payment-facts.tsx'
import { againPath } from './declined.tsx'
import { ResultFrame } from './frame.tsx'

/** Before the first answer. */
export const Processing = () => (
  <ResultFrame tone="quiet" icon={<Spinner size={28} />} title="Обрабатываем платёж" text="Обычно это пара секунд." />
)

const texts = {
  pending:
    'Банк или платёжная система ещё не ответили. Страница обновится сама; можно и уйти: покупка зачислится без неё.',
  review: 'Оплата пришла, но отличается от заказа. Мы смотрим, в чём дело, и напишем вам на почту.'
}

interface NotSettledProps {
  payment: Payment
  back: string | null
}

/** Nobody knows yet how it ended, or a person has to look at it. */
export function NotSettled({ payment, back }: NotSettledProps) {
  const isReview = payment.status === 'review'
  return (
    <ResultFrame
      tone="quiet"
      icon={<Spinner size={28} />}
      title="Проверяем оплату"
      text={isReview ? texts.review : texts.pending}
      actions={
        <>
          <Link to={back ?? paths.subscription} className={buttonClass({ variant: 'secondary' })}>
            {back ? 'Закрыть' : 'Моя подписка'}
          </Link>
          {payment.confirmation_token !== null && (
            <Link to={againPath(payment, back)} className={buttonClass({ variant: 'ghost' })}>
              Я ещё не заплатил
            </Link>
          )}
        </>
      }
    >
      <PaymentFacts payment={payment} />
    </ResultFrame>
  )
}
