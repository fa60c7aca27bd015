import { safeCode } from '../http/error-code.ts'
import { ProviderFailure } from '../http/failure.ts'
import type { MediaEnd } from './media.ts'

/**
 * The end of a job that the provider rejected with an HTTP error because of the user's input, or whose result is too large
 * to be read. Rethrows every other error.
 * @param moderationCodes the provider's error codes for its safety rules
 */
export function refusalOf(error: unknown, moderationCodes: readonly string[]): MediaEnd {
  if (!(error instanceof ProviderFailure)) throw error
  const { kind, code } = error
  if (code !== null && moderationCodes.includes(code)) return { state: 'failed', reason: 'moderated', code }
  if (kind === 'too-large') return { state: 'failed', reason: kind, code }
  if (kind !== 'rejected') throw error
  return { state: 'failed', reason: 'rejected', code }
}

/**
 * What an order has and the adapter does not know: more is offered than is honoured. Nothing is sent, and no other account is asked.
 * @param name of an option, a file or an operation
 */
export const notTaken = (supplier: string, name: string): ProviderFailure =>
  new ProviderFailure(supplier, {
    kind: 'rejected',
    retryable: false,
    code: safeCode(`not_taken_${name.replaceAll('/', '.')}`)
  })
