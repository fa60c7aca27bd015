import { isErrorCode } from '#contract/errors.ts'
import type { AnswerEnd } from '#contract/answers.ts'
import type { FinishedAnswer } from '#durable-objects/answer/calls.ts'
import { AppError } from '../http/errors.ts'

/**
 * How an answer ended that was delivered.
 * @throws AppError for one that failed, with its text and what became of the tokens
 */
export function deliveredEnd({ content, end }: FinishedAnswer): Extract<AnswerEnd, { type: 'done' }> {
  if (end.type === 'done') return end
  const { code, retryAfter } = end.failure
  // The end is stored for a day, and a newer version may have dropped the code.
  throw new AppError(isErrorCode(code) ? code : 'PROVIDER_FAILED', {
    ...(retryAfter === undefined ? {} : { retryAfter }),
    data: { content, outcome: end.outcome, settlement: end.settlement }
  })
}
