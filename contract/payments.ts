// Buying tokens. The price is always the catalogue's; the amount that a client sends only has to agree with it.
import { z } from 'zod'
import { customPackageId, type Offer, offerOf, purchaseTokens } from './catalogue/packages.ts'
import { endpoint } from './endpoint.ts'

/** `completed` is shown as «Завершен». */
export const paymentStatus = z.enum(['pending', 'completed', 'cancelled', 'refunded'])
export type PaymentStatus = z.infer<typeof paymentStatus>

export const payment = z.object({
  id: z.string(),
  /** Credited or to be credited, bonus included. */
  tokens_amount: z.number().int(),
  amount_rub: z.number().int(),
  /** `custom` or the id of a package. */
  package_id: z.string(),
  status: paymentStatus,
  created_at: z.number(),
  completed_at: z.number().nullable()
})
export type Payment = z.infer<typeof payment>

const rangeText = `Можно купить от ${purchaseTokens.min} до ${purchaseTokens.max} токенов`

/** Sent with the header `Idempotency-Key`: one intent is one payment. */
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
    /** For the payment widget. */
    confirmation_token: z.string(),
    /** In roubles. */
    amount: z.number().int()
  })
})

const paymentId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/, 'ID платежа не найден')

/** Looks the payment up at the provider and credits it, once however often it is asked. */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/tokens/payment/:id/success',
  access: 'session',
  input: z.object({ id: paymentId }),
  /** Spendable tokens afterwards. */
  output: payment.extend({ new_balance: z.number().int() })
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
