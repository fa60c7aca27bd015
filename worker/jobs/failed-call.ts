import type { ErrorCode } from '#contract/errors.ts'
import type { JobFailureCode } from '#contract/job-failures.ts'

const retrySoonSeconds = 10

/** The error of a call whose job failed. */
export function failedCall(failure: JobFailureCode): { code: ErrorCode; retryAfter?: number } {
  switch (failure) {
    case 'MODERATED':
    case 'REJECTED':
      return { code: 'PROVIDER_REFUSED' }
    case 'PROVIDER_BUSY':
    case 'QUEUE_TOO_LONG':
      return { code: 'PROVIDER_BUSY', retryAfter: retrySoonSeconds }
    case 'PROVIDER_UNAVAILABLE':
    case 'TRANSLATION_FAILED':
      return { code: 'UNAVAILABLE', retryAfter: retrySoonSeconds }
    case 'SOURCE_GONE':
      return { code: 'PICTURE_EXPIRED' }
    case 'INTERNAL':
    case 'OUTCOME_UNKNOWN':
    case 'PROVIDER_FAILED':
    case 'RESULT_BROKEN':
    case 'RESULT_LOST':
    case 'RESULT_TOO_LARGE':
    case 'TOO_SLOW':
      return { code: 'PROVIDER_FAILED' }
    default:
      return failure satisfies never
  }
}
