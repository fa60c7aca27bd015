import type { AppContext } from '../http/context.ts'
import { takeOfNetwork } from '../http/limit.ts'

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
