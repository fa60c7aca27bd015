// The day of a user's dictation, by the seconds that were really spoken.
import { userOf } from '#durable-objects/stubs.ts'
import { dictationDayText, dictationRule } from '#domain/dictation.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { callerAccount } from '../http/session.ts'

/** After an HTTP error the provider has done nothing. After a lost connection, also one that the user closed, it may have. */
const isUnused = (error: unknown): boolean => error instanceof ProviderFailure && error.status !== null

/**
 * Takes a recording from the user's day, and puts it back when the provider fails on it or refuses it: the page repeats such a call.
 * @throws AppError RATE_LIMITED with a text about the day, and what the call throws
 */
export async function withinDay<Result>(c: AppContext, seconds: number, call: () => Promise<Result>): Promise<Result> {
  const user = userOf(c.env, c.var.caller.userId)
  const rule = dictationRule(callerAccount(c), seconds, Date.now())
  const taken = await user.take([rule])
  if (!taken.allowed)
    throw new AppError('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds, text: dictationDayText(rule) })
  try {
    return await call()
  } catch (error) {
    // A failure to put it back must not hide why the call has failed.
    if (isUnused(error)) await user.giveBack(rule).catch(() => undefined)
    throw error
  }
}
