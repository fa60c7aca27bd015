import { Check, Undo2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import type { Payment } from '#contract/payments.ts'
import { useSession } from '../../base/session/session.tsx'
import { formatRubles } from '../../base/format/money.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { PaymentFacts } from '../shop/payment-facts.tsx'
import { ResultFrame } from './frame.tsx'
import { ReturnLink } from '../shop/return-link.tsx'

interface CreditedProps {
  payment: Payment & { new_balance: number }
  back: string | null
}

/** The money came; whether it went back since is told as well. */
export function Credited({ payment, back }: CreditedProps) {
  const isRefunded = payment.status === 'refunded'
  return (
    <ResultFrame
      tone={isRefunded ? 'quiet' : 'success'}
      icon={isRefunded ? <Undo2 size={28} aria-hidden /> : <Check size={28} aria-hidden />}
      title={isRefunded ? 'Деньги возвращены' : 'Оплата прошла'}
      text={isRefunded ? `${formatRubles(payment.refunded_rub)} вернулись на карту.` : receivedText(payment)}
      actions={
        <>
          {back && <ReturnLink to={back} />}
          <Link to={paths.subscription} className={buttonClass({ variant: back ? 'secondary' : 'primary' })}>
            Моя подписка
          </Link>
          <Link to={paths.tokenPurchase} className={buttonClass({ variant: 'secondary' })}>
            Купить ещё
          </Link>
        </>
      }
    >
      <PaymentFacts payment={payment} balance={payment.new_balance} />
      <ReceiptNote payment={payment} />
    </ResultFrame>
  )
}

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
