import type { Hono } from 'hono'
import { z } from 'zod'
import { refundFrozenText } from '#contract/operator-money.ts'
import { operationId } from '#contract/validation.ts'
import { paymentView } from '#data/directory/payment-view.ts'
import { kopecksOf } from '#domain/money.ts'
import { parsedJson } from '#providers/http/fields.ts'
import { runCron } from './cron.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { expectToken } from '../http/operator.ts'
import { refundPayment } from '../payments/refund-payment.ts'
import { succeed } from '../http/serve.ts'
import { mountAlarms } from './alarm-routes.ts'
import { isFrozenByRefund } from './payment-view.ts'
import { mountClock } from './clock-routes.ts'
import { mountBooks } from './book-routes.ts'
import { mountDatabases } from './database-routes.ts'
import { mountReconciliation } from './reconciliation-routes.ts'
import { mountRedos } from './redo-routes.ts'
import { mountStorage } from './storage-routes.ts'

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
  const parsed = refundCommand.safeParse(parsedJson(await c.req.text()))
  if (!parsed.success) throw new AppError('VALIDATION_FAILED')
  const { payment_id: paymentId, amount, idempotency_key: key } = parsed.data
  const done = await refundPayment(c, { paymentId, amountKopecks: amount ?? null, operationId: key })
  const notice = (await isFrozenByRefund(c.env, done.row)) ? refundFrozenText : null
  return succeed(c, { refund: done.refund, payment: paymentView(done.row, Date.now()), notice })
}

/** For operators; the first two for scripts alone, such as a server without Cloudflare's cron. Others get 404. */
export function mountOperator(app: Hono<HonoEnv>) {
  app.post('/operator/cron', async (c) => {
    expectToken(c)
    return succeed(c, await runCron(c.env, Date.now()))
  })

  app.post('/operator/refunds', (c) => {
    expectToken(c)
    return refund(c)
  })

  mountAlarms(app)
  mountClock(app)
  mountBooks(app)
  mountDatabases(app)
  mountStorage(app)
  mountRedos(app)
  mountReconciliation(app)
}
