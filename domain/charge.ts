// What an answer costs, by the table in the catalogue. Exact integer arithmetic: no floats for prices.
import { answerChargeRules, emptyAnswerRule } from '#contract/catalogue/charge-rules.ts'
import type { AnswerOutcome } from '#contract/catalogue/charge-rules.ts'

export interface AnswerFacts {
  outcome: AnswerOutcome
  /** The price that is due: at most what was reserved. */
  priceTokens: number
  /** Characters that reached the user. */
  deliveredLength: number
  /** Characters of a typical complete answer of the model. */
  referenceLength: number
  /** The part of the price for attached files: they have been read as a whole when the first word comes. */
  filesTokens?: number
}

/** The price of an answer: without what a search costs, if there was none. */
export const priceDue = (priceTokens: number, searchTokens: number, searches: number): number =>
  searches > 0 ? priceTokens : priceTokens - searchTokens

function demand(name: string, value: number, min: number) {
  if (!Number.isSafeInteger(value) || value < min) throw new RangeError(`${name} must be a whole number from ${min} up`)
}

function dividedUp(dividend: bigint, divisor: bigint): number {
  return Number((dividend + divisor - 1n) / divisor)
}

const shareOf = (tokens: number, deliveredLength: number, referenceLength: number): number =>
  Math.min(dividedUp(BigInt(tokens) * BigInt(deliveredLength), BigInt(referenceLength)), tokens)

/**
 * Tokens to charge, from 0 to the price.
 * @throws RangeError when a number is not whole, the price or the reference length not positive
 */
export function chargeOf({ outcome, priceTokens, deliveredLength, referenceLength, ...more }: AnswerFacts): number {
  const { filesTokens = 0 } = more
  demand('filesTokens', filesTokens, 0)
  demand('priceTokens', priceTokens - filesTokens, 1)
  demand('deliveredLength', deliveredLength, 0)
  demand('referenceLength', referenceLength, 1)
  const { share } = deliveredLength === 0 ? emptyAnswerRule : answerChargeRules[outcome]
  switch (share) {
    case 'whole':
      return priceTokens
    case 'share':
      // Rounded up, so that any delivered text costs at least one token.
      return filesTokens + shareOf(priceTokens - filesTokens, deliveredLength, referenceLength)
    case 'nothing':
      return 0
    default:
      return share satisfies never
  }
}
