// The refusal of a request that exceeds the daily allowance of Premium.
import { dayAround } from '#domain/billing-calendar.ts'
import { AppError } from '../http/errors.ts'

/** Retry at midnight: a user on Premium is never charged in tokens instead. */
export const fairUseExceeded = (now: number): AppError =>
  new AppError('FAIR_USE_EXCEEDED', { retryAfter: Math.ceil((dayAround(now).end - now) / 1000) })
