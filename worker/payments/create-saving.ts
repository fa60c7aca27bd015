import { ProviderFailure } from '#providers/http/failure.ts'
import type { PaymentOrder, PaymentProvider, ProviderPayment } from '#providers/payment/payment-provider.ts'

/** Idempotence key of the payment that does not save the method: a request with another body needs another key. */
const keyWithoutSaving = (key: string) => `${key}-once`

/**
 * YooKassa saves payment methods only for shops with that permission, and answers 403 to others
 * (yookassa.ru/developers/payment-acceptance/scenario-extensions/recurring-payments). Such a shop still sells Premium,
 * but the plan ends after its month.
 * @param giveUpSaving stores, before the second call, that the order is paid without saving, under this key: the shop may
 * gain the permission before an interrupted order is begun again, which must not make a second payment
 * @throws ProviderFailure
 */
export async function createSaving(
  provider: Pick<PaymentProvider, 'create'>,
  order: PaymentOrder,
  giveUpSaving: (idempotenceKey: string) => Promise<void>
): Promise<ProviderPayment> {
  try {
    return await provider.create(order)
  } catch (error) {
    if (!order.savesMethod || !(error instanceof ProviderFailure) || error.status !== 403) throw error
    const { savesMethod: _, ...plain } = order
    const idempotenceKey = keyWithoutSaving(order.idempotenceKey)
    await giveUpSaving(idempotenceKey)
    return provider.create({ ...plain, idempotenceKey })
  }
}
