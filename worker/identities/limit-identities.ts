import type { AppContext } from '../http/context.ts'
import { limiterOf } from '#durable-objects/stubs.ts'
import { ticketLifetimeMs } from '../crypto/identity-ticket.ts'
import { expectAllowed, takeOfNetwork } from '../http/limit.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** As attempts to sign in with a password. @throws AppError RATE_LIMITED */
export const limitIdentities = (c: AppContext, step: 'start' | 'finish'): Promise<void> =>
  takeOfNetwork(c, {
    key: `identity-${step}`,
    limit: c.var.environment.LIMIT_SIGN_IN_PER_MINUTE,
    windowMs: minuteMs
  })

/** As registrations. @throws AppError RATE_LIMITED */
export const limitCreations = (c: AppContext): Promise<void> =>
  takeOfNetwork(c, { key: 'identity-create', limit: c.var.environment.LIMIT_SIGN_UP_PER_HOUR, windowMs: hourMs })

/** Each try costs two slow hashes; the first ones may have met a crash. */
const triesMax = 3

/** Tries to create an account with one ticket, from whichever network. @throws AppError RATE_LIMITED */
export async function limitTicket(c: AppContext, jti: string): Promise<void> {
  const rule = { key: 'creations', limit: triesMax, windowMs: ticketLifetimeMs }
  expectAllowed(await limiterOf(c.env, `ticket:${jti}`).take([rule]))
}
