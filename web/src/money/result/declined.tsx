import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { customPackageId } from '#contract/catalogue/packages.ts'
import { premiumPackageId } from '#contract/catalogue/plans.ts'
import { declineText } from '#contract/payment-declines.ts'
import type { Payment } from '#contract/payments.ts'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { withChoice, type Choice } from '../shop/choice.ts'
import { PaymentFacts } from '../shop/payment-facts.tsx'
import { ResultFrame } from './frame.tsx'

/** The purchase page with the same chosen again. */
export function againPath({ package_id: packageId, tokens_amount: tokens }: Payment, back: string | null): string {
  const query = withChoice(new URLSearchParams(back === null ? {} : { return: back }), choiceOf(packageId, tokens))
  return `${paths.tokenPurchase}?${query}`
}

function choiceOf(packageId: string, tokens: number): Choice {
  if (packageId === premiumPackageId) return { kind: 'premium' }
  return packageId === customPackageId ? { kind: 'custom', text: String(tokens) } : { kind: 'package', id: packageId }
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
      </>
    }
  >
    <PaymentFacts payment={payment} />
  </ResultFrame>
)
