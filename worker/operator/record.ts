// Carries out what an operator asked for and records it: a line before the change and one after it, in D1 and in the
// log. A repetition with the same key continues what was interrupted, and does nothing when it was done.
import type { OperatorAction } from '#contract/operator.ts'
import { type ActionFacts, type ActionRow, addAction, isDone } from '#data/directory/operator-actions.ts'
import type { Directory } from '#data/database.ts'
import { report } from '#notices/report.ts'
import { digestOf } from '../crypto/digest.ts'
import { AppError } from '../http/errors.ts'

export const actionView = ({ phase, at, operator, action, reason, facts }: ActionRow): OperatorAction => ({
  phase,
  at,
  operator,
  action,
  reason,
  facts
})

interface Change {
  action:
    | 'alarm-resolve'
    | 'payment-credit'
    | 'payment-refund'
    | 'payment-dismiss'
    | 'wallet-thaw'
    | 'wallet-correct'
    | 'books-restore'
  /** The id of the payment, or of the user whose wallet or books it is about. */
  subject: string
  userId: string
  operator: string
  reason: string
  key: string
  /** What is asked for beside the action, for example an amount. */
  request?: object
}

interface Work {
  before: () => Promise<ActionFacts>
  /**
   * Idempotent, because it may be interrupted and called again.
   * @param isRepeated an earlier call with this key has begun it
   * @returns the facts afterwards; null when it is not finished
   */
  run: (actionId: string, isRepeated: boolean) => Promise<ActionFacts | null>
}

/** @throws AppError IDEMPOTENCY_MISMATCH when the key was used for something else, and what `run` throws */
export async function recorded(directory: Directory, change: Change, { before, run }: Work): Promise<void> {
  const { action, subject, userId, operator, reason, key } = change
  const id = digestOf(`operator:${key}`)
  const request = JSON.stringify([action, subject, change.request ?? null])
  const add = async (phase: 'begun' | 'done', facts: ActionFacts) => {
    const added = { id, phase, at: Date.now(), operator, action, subject, request, reason, facts }
    const { line, isNew } = await addAction(directory, added)
    if (line.request !== request) throw new AppError('IDEMPOTENCY_MISMATCH')
    if (isNew)
      report(userId, { event: 'operator-action', phase, actionId: id, operator, action, subject, reason, facts })
    return isNew
  }
  const isRepeated = !(await add('begun', await before()))
  if (isRepeated && (await isDone(directory, id))) return
  const after = await run(id, isRepeated)
  if (after) await add('done', after)
}
