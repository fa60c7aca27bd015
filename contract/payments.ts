// Purchases of tokens. The price always comes from the catalogue; the amount sent by the client only has to match it.
import { z } from 'zod'
import { customPackageId, type Offer, offerOf, purchaseTokens } from './catalogue/packages.ts'
import { endpoint } from './endpoint.ts'
import { numberInText } from './validation.ts'

/**
 * `completed` is shown as «Завершен». `review`: money arrived that does not match the order; an operator has to decide.
 * `refunded`: refunded in full; a partial refund shows in `refunded_rub` only.
 */
export const paymentStatus = z.enum(['pending', 'completed', 'cancelled', 'refunded', 'review'])
export type PaymentStatus = z.infer<typeof paymentStatus>

const payment = z.object({
  id: z.string(),
  /** Tokens of the purchase, including the bonus. */
  tokens_amount: z.number().int(),
  amount_rub: z.number().int(),
  /** `custom` or the id of a package. */
  package_id: z.string(),
  status: paymentStatus,
  created_at: z.number(),
  completed_at: z.number().nullable(),
  /** For the payment widget; null when the payment can no longer be paid. */
  confirmation_token: z.string().nullable(),
  /** For a cancelled payment: the provider's code, see `declineText`. */
  decline_reason: z.string().nullable(),
  /** State of the fiscal receipt; null before the payment is completed. */
  receipt: z.enum(['pending', 'sent', 'failed']).nullable(),
  refunded_rub: z.number(),
  /** Tokens taken back because of refunds. */
  refunded_tokens: z.number().int()
})
export type Payment = z.infer<typeof payment>

/** URL of the script of the provider's payment widget. */
const widgetUrl = z.string()

const rangeText = `Можно купить от ${purchaseTokens.min} до ${purchaseTokens.max} токенов`

/**
 * Sent with the header `Idempotency-Key`: one key is one payment. `PAYMENT_DELAYED` (503, `data.id`): the order is
 * stored, the provider did not answer; repeat with the same key. `PAYMENT_FAILED` (502): no payment was made; a new
 * attempt needs a new key.
 */
export const startPurchase = endpoint({
  call: 'POST /tokens/purchase',
  access: 'session',
  input: z
    .object({
      /** For a package, its tokens with or without the bonus. */
      tokens: z.number(rangeText).int(rangeText),
      amount: z.number('Укажите сумму'),
      package_id: z.string('Такого пакета нет').max(40).default(customPackageId)
    })
    .transform((sent, context): Offer => {
      const offer = offerOf(sent.package_id, sent.tokens)
      const refuse = (message: string, path: string) => {
        context.addIssue({ code: 'custom', message, path: [path], input: sent })
        return z.NEVER
      }
      if (!offer)
        return sent.package_id === customPackageId
          ? refuse(rangeText, 'tokens')
          : refuse('Такого пакета нет', 'package_id')
      if (sent.tokens !== offer.tokens && sent.tokens !== offer.totalTokens)
        return refuse('Состав пакета изменился. Обновите страницу', 'tokens')
      if (sent.amount !== offer.amountRub) return refuse('Цена изменилась. Обновите страницу', 'amount')
      return offer
    }),
  output: z.object({
    id: z.string(),
    /** For the payment widget; null when this key's payment has ended or expired: see `status`. */
    confirmation_token: z.string().nullable(),
    /** In roubles. */
    amount: z.number().int(),
    status: paymentStatus,
    widget_url: widgetUrl
  })
})

const paymentId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/, 'ID платежа не найден')

/**
 * Asks the provider about the payment and credits it, only once however often it is called. `pending` means that the
 * outcome is not known yet, or the provider did not answer: show «Проверяем оплату» and ask again.
 */
export const confirmPayment = endpoint({
  call: 'POST /tokens/payment/:id/success',
  access: 'session',
  input: z.object({ id: paymentId }),
  output: payment.extend({
    /** Available tokens now. */
    new_balance: z.number().int(),
    /** Available tokens right after this purchase was credited; null without a credit. */
    balance_after: z.number().int().nullable()
  })
})
export type ConfirmedPayment = z.infer<typeof confirmPayment.output>

/** The payment as stored, without asking the provider. */
export const readPayment = endpoint({
  call: 'GET /tokens/payments/:id',
  access: 'session',
  input: z.object({ id: paymentId }),
  output: z.object({ payment, widget_url: widgetUrl })
})

/** Newest first; pages go backwards with `before`, the id of the oldest payment that the client has. */
export const listPayments = endpoint({
  call: 'GET /tokens/payments',
  access: 'session',
  input: z.object({ limit: numberInText(z.number().int().min(1).max(100)).default(20), before: paymentId.optional() }),
  output: z.object({ payments: z.array(payment), hasMore: z.boolean() })
})

/** Only says which payment to check: its contents are not trusted, the payment is read from the provider. */
export const notifyPayment = endpoint({
  call: 'POST /payments/yookassa/notifications',
  access: 'public',
  input: z.looseObject({
    type: z.literal('notification'),
    event: z.string().max(100),
    object: z.looseObject({ id: z.string().min(1).max(100) })
  })
})
