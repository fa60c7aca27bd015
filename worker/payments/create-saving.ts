import { ProviderFailure } from '#providers/http/failure.ts'
import type { PaymentOrder, PaymentProvider, ProviderPayment } from '#providers/payment/payment-provider.ts'

/** Of the payment that is made where the shop may not save methods: other words need another key. */
const keyWithoutSaving = (key: string) => `${key}-once`

/**
 * YooKassa saves methods for shops to which it has granted that, and refuses the request of any other with 403
 * (yookassa.ru/developers/payment-acceptance/scenario-extensions/recurring-payments). Premium is sold there as well; it
 * just ends after its month.
 * @throws ProviderFailure
 */
export async function createSaving(
  provider: Pick<PaymentProvider, 'create'>,
  order: PaymentOrder
): Promise<ProviderPayment> {
  try {
    return await provider.create(order)
  } catch (error) {
    if (!order.savesMethod || !(error instanceof ProviderFailure) || error.status !== 403) throw error
    const { savesMethod: _, ...plain } = order
    return provider.create({ ...plain, idempotenceKey: keyWithoutSaving(order.idempotenceKey) })
  }
}
