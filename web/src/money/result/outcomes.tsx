import { clsx } from 'clsx'
import { Check, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import { declineText } from '#contract/payment-declines.ts'
import type { ConfirmedPayment, Payment } from '#contract/payments.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { formatRubles } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { paths } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { buttonClass } from '../../base/ui/button.tsx'
import { HelpButton } from '../../base/ui/help-button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { againPath, continuePath, packageName } from '../shop/choice.ts'
import { ReturnLink } from '../shop/return-link.tsx'

interface CreditedProps {
  payment: ConfirmedPayment
  back: string | null
}

/** A paid payment, also when it was refunded later. */
export function Credited({ payment, back }: CreditedProps) {
  const isRefunded = payment.status === 'refunded'
  return (
    <ResultFrame
      tone={isRefunded ? 'quiet' : 'success'}
      icon={isRefunded ? <Undo2 size={28} aria-hidden /> : <Check size={28} aria-hidden />}
      title={isRefunded ? 'Деньги возвращены' : 'Оплата прошла'}
      text={payment.refunded_rub > 0 ? returnedText(payment) : receivedText(payment)}
      actions={
        <>
          {back && <ReturnLink to={back} />}
          <Link to={paths.subscription} className={buttonClass({ variant: back ? 'secondary' : 'primary' })}>
            Моя подписка
          </Link>
          <Link to={paths.tokenPurchase} className={buttonClass({ variant: 'secondary' })}>
            Купить ещё
          </Link>
          <PaymentHelp payment={payment} what="" />
        </>
      }
    >
      {/* The balance after a purchase says nothing once some of it was taken back. */}
      <PaymentFacts payment={payment} balance={payment.refunded_rub > 0 ? null : payment.balance_after} />
      <ReceiptNote payment={payment} />
    </ResultFrame>
  )
}

const returnedText = ({ refunded_rub: rub, refunded_tokens: tokens }: Payment) =>
  `Вернули ${formatRubles(rub)} тем же способом, которым вы платили${tokens > 0 ? `, и сняли ${formatTokens(tokens)}` : ''}.`

const receivedText = ({ package_id: packageId, tokens_amount: tokens }: Payment) =>
  packageId === premiumPackageId ? 'Premium включён.' : `${formatTokens(tokens)} уже на балансе.`

function ReceiptNote({ payment: { receipt } }: { payment: Payment }) {
  const { user } = useSession()
  const address = user ? ` на ${user.email}` : ''
  const text = {
    pending: `Чек придёт${address}: обычно в течение нескольких минут.`,
    sent: `Чек отправлен${address}.`,
    failed: 'Чек не сформировался: мы уже знаем и пришлём его.'
  }
  return receipt && <p className="mt-4 text-center text-caption text-ink-faint">{text[receipt]}</p>
}

interface DeclinedProps {
  payment: Payment
  back: string | null
}

export const Declined = ({ payment, back }: DeclinedProps) => (
  <ResultFrame
    tone="danger"
    icon={<X size={28} aria-hidden />}
    title="Оплата не прошла"
    text={`${declineText(payment.decline_reason)}.`}
    actions={
      <>
        <Link to={againPath(payment, back)} className={buttonClass()}>
          Попробовать снова
        </Link>
        <Link to={back ?? paths.subscription} className={buttonClass({ variant: 'secondary' })}>
          Закрыть
        </Link>
        <PaymentHelp payment={payment} what={`Оплата не прошла. ${declineText(payment.decline_reason)}`} />
      </>
    }
  >
    <PaymentFacts payment={payment} />
  </ResultFrame>
)

/** Shown until the server has answered for the first time. */
export const Processing = () => (
  <ResultFrame tone="quiet" icon={<Spinner size={28} />} title="Обрабатываем платёж" text="Обычно это пара секунд." />
)

const texts = {
  pending:
    'Банк или платёжная система ещё не ответили. Страница обновится сама; можно и уйти: покупка зачислится без неё.',
  review:
    'Оплата пришла, но отличается от заказа. Мы смотрим, в чём дело: зачислим её или вернём деньги и напишем на почту.'
}

interface NotSettledProps {
  payment: Payment
  back: string | null
}

/** The payment is not confirmed yet, or support has to review it. */
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
            <Link to={continuePath(payment, back)} className={buttonClass({ variant: 'ghost' })}>
              Я ещё не заплатил
            </Link>
          )}
          <PaymentHelp payment={payment} what={isReview ? 'Оплата на проверке' : 'Оплата долго проверяется'} />
        </>
      }
    >
      <PaymentFacts payment={payment} />
    </ResultFrame>
  )
}

const PaymentHelp = ({ payment, what }: { payment: Payment; what: string }) => (
  <HelpButton about={{ what, number: { name: 'Номер платежа', id: payment.id } }} size="medium" />
)

const statusNames: Record<Payment['status'], string> = {
  pending: 'Проверяется',
  completed: 'Завершен',
  cancelled: 'Не прошёл',
  refunded: 'Возвращён',
  review: 'На проверке'
}

/** The details of a payment. */
const PaymentFacts = ({ payment, balance = null }: { payment: Payment; balance?: number | null }) => (
  <dl className="mt-8 flex w-full flex-col divide-y divide-line rounded-card border border-line bg-raised px-5 shadow-raised">
    {payment.tokens_amount > 0 && (
      <Fact term={payment.status === 'completed' ? 'Зачислено' : 'Токены'}>{formatTokens(payment.tokens_amount)}</Fact>
    )}
    <Fact term="Сумма">{formatRubles(payment.amount_rub)}</Fact>
    {payment.refunded_rub > 0 && <Fact term="Возвращено">{formatRubles(payment.refunded_rub)}</Fact>}
    {balance !== null && <Fact term="Новый баланс">{formatTokens(balance)}</Fact>}
    <Fact term="Пакет">{packageName(payment.package_id)}</Fact>
    <Fact term="Статус">{statusNames[payment.status]}</Fact>
    <Fact term="Создан">{formatDateTime(payment.created_at)}</Fact>
    {payment.completed_at !== null && <Fact term="Завершён">{formatDateTime(payment.completed_at)}</Fact>}
    <Fact term="ID платежа">
      <span className="text-caption break-all">{payment.id}</span>
    </Fact>
  </dl>
)

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-6 py-3 text-small">
    <dt className="shrink-0 text-ink-soft">{term}</dt>
    <dd className="text-right font-medium tabular-nums">{children}</dd>
  </div>
)

const tones = {
  quiet: 'bg-sunken text-ink-faint',
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger'
}

interface ResultFrameProps {
  tone: keyof typeof tones
  icon: ReactNode
  title: string
  text?: ReactNode
  /** Details below the text. */
  children?: ReactNode
  actions?: ReactNode
}

/** The layout of a result. Screen readers announce a change of its title or text. */
export const ResultFrame = ({ tone, icon, title, text, children, actions }: ResultFrameProps) => (
  <div className="m-auto flex w-full max-w-lg flex-col items-center px-4 py-10 sm:py-16">
    <div aria-live="polite" aria-atomic className="flex flex-col items-center text-center">
      <span className={clsx('grid size-16 place-items-center rounded-full', tones[tone])}>{icon}</span>
      <h1 className="mt-5 text-heading font-semibold">{title}</h1>
      {text && <p className="mt-3 text-ink-soft">{text}</p>}
    </div>
    {children}
    {actions && <div className="mt-8 flex flex-wrap justify-center gap-3">{actions}</div>}
  </div>
)
