// The error that a client gets for a refusal of the user's object, the same for answers and jobs.
import { coveringOffer } from '#contract/catalogue/packages.ts'
import { dayAround } from '#domain/billing-calendar.ts'
import type { AnswerRefusal } from '#durable-objects/answer/calls.ts'
import { AppError, type Refusal } from '../http/errors.ts'

/** Retry at midnight: a user on Premium is never charged in tokens instead. */
const fairUseExceeded = (now: number): AppError =>
  new AppError('FAIR_USE_EXCEEDED', { retryAfter: Math.ceil((dayAround(now).end - now) / 1000) })

/** The missing tokens, and the package that covers them. */
function insufficient(availableTokens: number, priceTokens: number): AppError {
  const missingTokens = Math.max(0, priceTokens - availableTokens)
  const { packageId } = coveringOffer(missingTokens)
  return new AppError('INSUFFICIENT_TOKENS', { data: { availableTokens, missingTokens, priceTokens, packageId } })
}

/**
 * @param tooMany the text and the wait for a user who already runs as much as may run at once
 * @param priceTokens of the refused reservation; 0 where an answer is only read or stopped
 */
export function refused(
  { code, availableTokens = 0, priceTokens: ownPrice, retryAfterSeconds, text }: AnswerRefusal,
  tooMany: Pick<Refusal, 'text' | 'retryAfter'>,
  priceTokens = 0
): AppError {
  if (code === 'INSUFFICIENT_TOKENS') return insufficient(availableTokens, ownPrice ?? priceTokens)
  if (code === 'PRICE_CHANGED')
    return new AppError(code, { data: { priceTokens: ownPrice ?? priceTokens }, ...(text !== undefined && { text }) })
  if (code === 'FAIR_USE_EXCEEDED') return fairUseExceeded(Date.now())
  if (retryAfterSeconds !== undefined) return new AppError(code, { retryAfter: retryAfterSeconds })
  if (text !== undefined) return new AppError(code, { text })
  return code === 'TOO_MANY_RUNNING' ? new AppError(code, tooMany) : new AppError(code)
}
