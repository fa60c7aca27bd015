import type { Hono } from 'hono'
import { z } from 'zod'
import { operationId } from '#contract/validation.ts'
import { paymentView } from '#data/payment-view.ts'
import { kopecksOf } from '#domain/money.ts'
import { runCron } from './cron.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { digestOf } from '../crypto/digest.ts'
import { AppError } from '../http/errors.ts'
import { refundPayment } from '../payments/refund-payment.ts'
import { succeed } from '../http/serve.ts'

const digestBytes = (text: string) => new TextEncoder().encode(digestOf(text))

/** Compares digests of equal length in constant time, so that timing reveals nothing about the token. */
function isOperator(c: AppContext): boolean {
  const { OPERATOR_TOKEN: token } = c.var.environment
  const sent = c.req.header('authorization') ?? ''
  return token !== undefined && crypto.subtle.timingSafeEqual(digestBytes(sent), digestBytes(`Bearer ${token}`))
}

/** `idempotency_key` identifies one refund: repeated with the same key, it is not made again. */
const refundCommand = z.object({
  payment_id: z.string().max(64),
  /** `990.00`; when absent, everything not refunded yet. */
  amount: z
    .string()
    .transform(kopecksOf)
    .refine((kopecks) => kopecks !== null && kopecks > 0)
    .optional(),
  idempotency_key: operationId
})

async function refund(c: AppContext): Promise<Response> {
  const parsed = refundCommand.safeParse(await c.req.json().catch(() => null))
  if (!parsed.success) throw new AppError('VALIDATION_FAILED')
  const { payment_id: paymentId, amount, idempotency_key: key } = parsed.data
  const done = await refundPayment(c, { paymentId, amountKopecks: amount ?? null, operationId: key })
  return succeed(c, { refund: done.refund, payment: paymentView(done.row, Date.now()) })
}

/** For operators, and for a server without Cloudflare's cron. Others get 404. */
export function mountOperator(app: Hono<HonoEnv>) {
  app.post('/operator/cron', async (c) => {
    if (!isOperator(c)) throw new AppError('NOT_FOUND')
    return succeed(c, await runCron(c.env, Date.now()))
  })

  app.post('/operator/refunds', (c) => {
    if (!isOperator(c)) throw new AppError('NOT_FOUND')
    return refund(c)
  })
}
