import type { AppContext } from '../../http/context.ts'
import { takeOfNetwork, takeOfUser } from '../../http/limit.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** An operator types far fewer. */
const perMinute = { key: 'operator-searches', limit: 20, windowMs: minuteMs }
const perDay = { key: 'operator-searches-day', limit: 400, windowMs: dayMs }

/** Searches for people, by operator, with the token by network: otherwise addresses could be tried out. @throws AppError RATE_LIMITED */
export async function limitSearches(c: AppContext): Promise<void> {
  const { userId } = c.var.operator
  for (const rule of [perMinute, perDay]) await (userId === null ? takeOfNetwork(c, rule) : takeOfUser(c, rule, userId))
}
