// The idempotency keys of changes. A key makes a change once; so a change with an unknown outcome is sent again with the key
// that it had, from any dialog, and a refused one with a new key, because the server keeps the input of the old one.
import { ApiError } from '../../../src/base/http/api-error.ts'
import { newOperationId } from '../../../src/base/storage/operation-id.ts'
import { onNewPage } from '../../../src/base/storage/page-store.ts'

/** Refusals before the change: the caller may not enter, or calls too often. They say nothing about an earlier try. */
const notLetIn: readonly number[] = [401, 403, 404, 429]

/** `refused`: the change was not and will not be made. `unknown`: there was no answer, or an unclear one. */
export function outcomeOf(error: unknown): 'refused' | 'not-let-in' | 'unknown' {
  if (!(error instanceof ApiError) || error.code === 'OPERATION_IN_PROGRESS') return 'unknown'
  // The payment provider has refused a refund: its key is used up.
  if (error.code === 'PAYMENT_FAILED') return 'refused'
  if (error.status < 400 || error.status >= 500) return 'unknown'
  return notLetIn.includes(error.status) ? 'not-let-in' : 'refused'
}

/** How long an equal change counts as another try: after that it is a new change. */
const keptMs = 10 * 60_000

/** The keys of changes with an unknown outcome, by call and input. */
const kept = new Map<string, { key: string; at: number }>()
onNewPage(() => kept.clear())

/** The same change may be sent again with another reason, and after what it changes was read anew: the server continues it. */
const nameOf = (path: string, input: object): string => {
  const { reason: _reason, idempotency_key: _key, changed_at: _readAt, ...asked } = input as Record<string, unknown>
  return JSON.stringify([path, asked])
}

/** The key with which a change is sent. */
export function keyFor(path: string, input: object): string {
  const tried = kept.get(nameOf(path, input))
  return tried && Date.now() - tried.at < keptMs ? tried.key : newOperationId()
}

/** @param failure what the call threw; null: the change was made */
export function noteOutcome(
  path: string,
  { input, key, failure }: { input: object; key: string; failure: unknown }
): void {
  const outcome = failure === null ? 'made' : outcomeOf(failure)
  if (outcome === 'unknown') kept.set(nameOf(path, input), { key, at: Date.now() })
  else if (outcome !== 'not-let-in') kept.delete(nameOf(path, input))
}
