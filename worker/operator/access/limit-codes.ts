import type { AppContext } from '../../http/context.ts'
import { takeOfUser } from '../../http/limit.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Three of a million codes are valid at a time: an attacker who tries so many every day for a year succeeds with 3 %. */
const perMinute = 5
const perDay = 30

/** Tries to enter the console, by operator: six digits can be guessed. @throws AppError RATE_LIMITED */
export async function limitCodes(c: AppContext): Promise<void> {
  await takeOfUser(c, { key: 'operator-code', limit: perMinute, windowMs: minuteMs })
  await takeOfUser(c, { key: 'operator-codes', limit: perDay, windowMs: dayMs })
}
