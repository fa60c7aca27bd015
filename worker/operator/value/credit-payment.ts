// Credits an order in review, once for each change.
import { endReview, readReviewed } from '../../payments/end-review.ts'
import { AppError } from '../../http/errors.ts'
import type { CarryOut } from './carry-out.ts'

/** An earlier call may have died after the payment was credited, and then this one finds it so. */
export const creditPayment: CarryOut<'payment'> = async (c, { id: actionId }, { paymentId }) => {
  try {
    await endReview(c, await readReviewed(c, paymentId), { decision: 'credit', actionId, isRepeated: true })
    return null
  } catch (error) {
    if (error instanceof AppError && error.refusal.code === 'CONFLICT')
      return error.refusal.text ?? 'Платёж не зачислен'
    throw error
  }
}
