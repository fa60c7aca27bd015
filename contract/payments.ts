// Buying tokens. The price is always the catalogue's; the amount that a client sends only has to agree with it.
import { z } from 'zod'
import { customPackageId, type Offer, offerOf, purchaseTokens } from './catalogue/packages.ts'
import { endpoint } from './endpoint.ts'

/**
 * `completed` is shown as «Завершен». `review`: money came that does not fit the order, and an operator looks at it.
 * `refunded`: all of it; a part shows in `refunded_rub`.
 */
export const paymentStatus = z.enum(['pending', 'completed', 'cancelled', 'refunded', 'review'])
export type PaymentStatus = z.infer<typeof paymentStatus>

const payment = z.object({
  id: z.string(),
  /** Credited or to be credited, bonus included. */
  tokens_amount: z.number().int(),
  amount_rub: z.number().int(),
  /** `custom` or the id of a package. */
  package_id: z.string(),
  status: paymentStatus,
  created_at: z.number(),
  completed_at: z.number().nullable(),
  /** For the widget, as long as the payment can still be paid. */
  confirmation_token: z.string().nullable(),
  /** Of a cancelled payment: the provider's code, for `declineText`. */
  decline_reason: z.string().nullable(),
  /** Of the fiscal receipt; null before the payment is completed. */
  receipt: z.enum(['pending', 'sent', 'failed']).nullable(),
  refunded_rub: z.number(),
  /** Taken back with the money that was returned. */
  refunded_tokens: z.number().int()
})
export type Payment = z.infer<typeof payment>

/** The script of the provider's widget, which takes the confirmation token. */
const widgetUrl = z.string()

const rangeText = `Можно купить от ${purchaseTokens.min} до ${purchaseTokens.max} токенов`

/**
 * Sent with the header `Idempotency-Key`: one intent is one payment. `PAYMENT_DELAYED` (503, `data.id`): the order is kept
 * and the provider does not answer; the same key asks again. `PAYMENT_FAILED` (502): nothing was begun, a new key is needed.
 */
export const startPurchase = endpoint({
  method: 'POST',
  path: '/tokens/purchase',
  access: 'session',
  input: z
    .object({
      /** Of a package, with or without its bonus. */
      tokens: z.number({ error: rangeText }).int(rangeText),
      amount: z.number({ error: 'Укажите сумму' }),
      package_id: z.string({ error: 'Такого пакета нет' }).max(40).default(customPackageId)
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
    /** For the payment widget; null when this intent's payment has ended or run out: `status` says how. */
    confirmation_token: z.string().nullable(),
    /** In roubles. */
    amount: z.number().int(),
    status: paymentStatus,
    widget_url: widgetUrl
  })
})

const paymentId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/, 'ID платежа не найден')

/**
 * Looks the payment up at the provider and credits it, once however often it is asked. Still `pending` means that nobody
 * knows yet, also when the provider does not answer: «Проверяем оплату», and ask again.
 */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/tokens/payment/:id/success',
  access: 'session',
  input: z.object({ id: paymentId }),
  /** Spendable tokens afterwards. */
  output: payment.extend({ new_balance: z.number().int() })
})

/** As we know it, without asking the provider. */
export const readPayment = endpoint({
  method: 'GET',
  path: '/tokens/payments/:id',
  access: 'session',
  input: z.object({ id: paymentId }),
  output: z.object({ payment, widget_url: widgetUrl })
})

/** Newest first; pages go backwards with `before`, the id of the oldest payment that is known. */
export const listPayments = endpoint({
  method: 'GET',
  path: '/tokens/payments',
  access: 'session',
  input: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20), before: paymentId.optional() }),
  output: z.object({ payments: z.array(payment), hasMore: z.boolean() })
})

/** Only a hint where to look: nothing in it is believed, whatever it says is read back from the provider. */
export const notifyPayment = endpoint({
  method: 'POST',
  path: '/payments/yookassa/notifications',
  access: 'public',
  input: z.looseObject({
    type: z.literal('notification'),
    event: z.string().max(100),
    object: z.looseObject({ id: z.string().min(1).max(100) })
  }),
  output: z.object({})
})
