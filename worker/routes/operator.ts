import type { Hono } from 'hono'
import { runCron } from '../cron.ts'
import type { AppContext, HonoEnv } from '../context.ts'
import { digestOf } from '../digest.ts'
import { AppError } from '../errors.ts'
import { succeed } from '../serve.ts'

const digestBytes = (text: string) => new TextEncoder().encode(digestOf(text))

/** Compares digests, which are equally long: the time tells nothing about the token. */
function isOperator(c: AppContext): boolean {
  const { OPERATOR_TOKEN: token } = c.var.environment
  const sent = c.req.header('authorization') ?? ''
  return token !== undefined && crypto.subtle.timingSafeEqual(digestBytes(sent), digestBytes(`Bearer ${token}`))
}

/** For operators, and for one machine that has no clock of the platform. To anybody else it does not exist. */
export function mountOperator(app: Hono<HonoEnv>) {
  app.post('/operator/cron', async (c) => {
    if (!isOperator(c)) throw new AppError('NOT_FOUND')
    return succeed(c, await runCron(c.env, Date.now()))
  })
}
