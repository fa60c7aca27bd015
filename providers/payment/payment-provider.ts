// What a payment provider is to the rest of the product.

/** What was learnt about a payment. Null: not stated, or not in the documented form. */
export interface ProviderPayment {
  id: string
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'
  paid: boolean
  /** `990.00` */
  amount: string | null
  currency: string | null
  /** Of the metadata that was sent when it was created. */
  orderId: string | null
  userId: string | null
  test: boolean
  refundedAmount: string | null
  cancellationReason: string | null
  receiptStatus: 'pending' | 'succeeded' | 'canceled' | null
  /** For the widget; present while the payment waits for its payer. */
  confirmationToken: string | null
  /** What paid it, when its owner agreed that it may be charged again. `title` is for people. */
  savedMethod: { id: string; title: string } | null
}

export interface PaymentOrder {
  orderId: string
  userId: string
  /** The same for every attempt of one order: the provider answers a repeated one with the payment it made before. */
  idempotenceKey: string
  amount: { value: string; currency: string }
  description: string
  receipt: object
  /** Has the payer's method saved, for charges without the payer. A shop that may not save refuses with status 403. */
  savesMethod?: boolean
  /** A saved method that is charged at once: there is no widget then. */
  methodId?: string
}

export interface RefundOrder {
  paymentId: string
  idempotenceKey: string
  amount: { value: string; currency: string }
  description: string
  /** Without one the provider makes it from the payment's. */
  receipt?: object
}

export interface ProviderRefund {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
}

/** All calls throw ProviderFailure. */
export interface PaymentProvider {
  /** A failure that `isAcceptanceUnknown` may have made the payment: only the same key may be sent again. */
  create(order: PaymentOrder): Promise<ProviderPayment>
  /** @returns null for a payment that is not this shop's, or never was */
  read(paymentId: string): Promise<ProviderPayment | null>
  refund(order: RefundOrder): Promise<ProviderRefund>
}
