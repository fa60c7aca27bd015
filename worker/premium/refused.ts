// What the wallet or an answer's object refused, as the client is told it: answers and jobs say the same.
import { coveringOffer } from '#contract/catalogue/packages.ts'
import type { AnswerRefusal } from '#durable-objects/answer/calls.ts'
import { AppError, type Refusal } from '../http/errors.ts'
import { fairUseExceeded } from './premium-plan.ts'

/** What is missing, and the package that covers it. */
function insufficient(availableTokens: number, priceTokens: number): AppError {
  const missingTokens = Math.max(0, priceTokens - availableTokens)
  const { packageId } = coveringOffer(missingTokens)
  return new AppError('INSUFFICIENT_TOKENS', { data: { availableTokens, missingTokens, priceTokens, packageId } })
}

/**
 * @param tooMany how long a client waits for a place, and in which words, when too much of the user's runs already
 * @param priceTokens of what was to be reserved; nothing is where an answer is only read or stopped
 */
export function refused(
  { code, availableTokens = 0 }: AnswerRefusal,
  tooMany: Pick<Refusal, 'text' | 'retryAfter'>,
  priceTokens = 0
): AppError {
  switch (code) {
    case 'INSUFFICIENT_TOKENS':
      return insufficient(availableTokens, priceTokens)
    case 'FAIR_USE_EXCEEDED':
      return fairUseExceeded(Date.now())
    case 'TOO_MANY_RUNNING':
      return new AppError(code, tooMany)
    default:
      return new AppError(code)
  }
}
