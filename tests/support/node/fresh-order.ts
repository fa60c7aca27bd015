import type { PaymentRow } from '#data/directory/schema-payments.ts'

/** An order of 550 tokens for 500 ₽ that the provider does not know yet. */
export const freshRow: PaymentRow = {
  id: 'order-1',
  userId: 'user-1',
  operationId: 'intent-1',
  packageId: 'tokens-500',
  tokens: 500,
  bonusTokens: 50,
  totalTokens: 550,
  amountKopecks: 50_000,
  currency: 'RUB',
  status: 'created',
  idempotenceKey: 'key-1',
  savingRefused: false,
  receiptEmail: 'ivan@example.ru',
  providerPaymentId: null,
  confirmationToken: null,
  cancellationReason: null,
  mismatch: null,
  reviewDecision: null,
  receiptStatus: null,
  refundedKopecks: 0,
  refundingKopecks: null,
  refundedTokens: 0,
  createdAt: 0,
  updatedAt: 0,
  completedAt: null,
  creditedAt: null,
  checkedAt: null,
  nextCheckAt: 0
}
