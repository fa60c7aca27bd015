import { PaymentList } from './payment-list.tsx'
import { PaymentPage } from './payment-page.tsx'

/** All payments, or the one whose id is in the address. */
export const Page = ({ parameter }: { parameter: string | null }) =>
  parameter === null ? <PaymentList /> : <PaymentPage key={parameter} id={parameter} />
