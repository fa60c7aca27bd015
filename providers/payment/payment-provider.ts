// The interface of payment providers.

/** A payment as read from the provider. Null: not stated, or not in the documented form. */
export interface ProviderPayment {
  id: string
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'
  paid: boolean
  /** `990.00` */
  amount: string | null
  currency: string | null
  /** From the metadata sent at creation. */
  orderId: string | null
  userId: string | null
  test: boolean
  refundedAmount: string | null
  cancellationReason: string | null
  receiptStatus: 'pending' | 'succeeded' | 'canceled' | null
  /** For the payment widget; set while the payment waits for the payer. */
  confirmationToken: string | null
  /** The payment method, if its owner agreed to further charges. `title` is shown to users. */
  savedMethod: { id: string; title: string } | null
}

export interface PaymentOrder {
  orderId: string
  userId: string
  /** The same for every attempt of one order: a repeated key returns the payment that it made before. */
  idempotenceKey: string
  amount: { value: string; currency: string }
  description: string
  receipt: object
  /** Saves the payer's method for charges without the payer. The provider answers 403 if the shop may not save. */
  savesMethod?: boolean
  /** A saved method, which is charged at once and without the widget. */
  methodId?: string
}

export interface RefundOrder {
  paymentId: string
  idempotenceKey: string
  amount: { value: string; currency: string }
  description: string
  /** Without it the provider derives one from the payment's receipt. */
  receipt?: object
}

/** A refund as read from the provider. Null: not stated, or not in the documented form. */
export interface ProviderRefund {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
  paymentId: string | null
  /** `990.00` */
  amount: string | null
  /** Milliseconds since the epoch. */
  createdAt: number | null
  receiptStatus: 'pending' | 'succeeded' | 'canceled' | null
}

/** A second receipt: what was paid in advance is now paid in full. */
interface ReceiptOrder {
  paymentId: string
  idempotenceKey: string
  receipt: object
}

/** A receipt as read from the provider. Null: it settles no advance, or says nothing of it in the documented form. */
export interface ProviderReceipt {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
  /** `990.00` */
  settledAdvance: string | null
}

/** Which refunds to list; times in milliseconds since the epoch. */
export interface RefundQuery {
  paymentId?: string
  createdFrom?: number
  /** Exclusive. */
  createdBefore?: number
  /** The `nextCursor` of the page before, with the same query. */
  cursor?: string
}

export interface RefundPage {
  refunds: ProviderRefund[]
  /** Null on the last page. */
  nextCursor: string | null
}

export type PaymentQuery = Omit<RefundQuery, 'paymentId'>

interface PaymentPage {
  payments: ProviderPayment[]
  /** Null on the last page. */
  nextCursor: string | null
}

/** All calls throw ProviderFailure. */
export interface PaymentProvider {
  /** After a failure with `isAcceptanceUnknown` the payment may exist: retry only with the same key. */
  create(order: PaymentOrder): Promise<ProviderPayment>
  /** @returns null for a payment of another shop or an unknown one */
  read(paymentId: string): Promise<ProviderPayment | null>
  refund(order: RefundOrder): Promise<ProviderRefund>
  /** @returns null for a refund of another shop or an unknown one */
  readRefund(refundId: string): Promise<ProviderRefund | null>
  /** One page of the shop's refunds of the last three years, newest first. */
  listRefunds(query: RefundQuery): Promise<RefundPage>
  /** Sends a receipt beside those of the payment and its refunds. */
  sendReceipt(order: ReceiptOrder): Promise<ProviderReceipt>
  /** @returns null for an unknown one */
  readReceipt(receiptId: string): Promise<ProviderReceipt | null>
  /** One page of the receipts of a payment. */
  listReceipts(
    query: Pick<RefundQuery, 'paymentId' | 'cursor'>
  ): Promise<{ receipts: ProviderReceipt[]; nextCursor: string | null }>
  /** One page of the shop's paid payments of the last three years, newest first; times are those of their creation. */
  listPaid(query: PaymentQuery): Promise<PaymentPage>
}
