// Carries out what an operator asked for and records it: a line before the change and one after it, in D1 and in the
// log. A repetition with the same key continues what was interrupted, and does nothing when it was done. What is only
// read about a person is one line.
import type { OperatorAction, OperatorActionName } from '#contract/operator/access/change.ts'
import { type ActionFacts, type ActionRow, addAction, isDone } from '#data/directory/operator-actions.ts'
import { report } from '#notices/report.ts'
import { digestOf } from '../../crypto/digest.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { expectOwnName, expectScriptName } from '../../http/operator.ts'

export const actionView = ({ phase, at, operator, action, reason, facts }: ActionRow): OperatorAction => ({
  phase,
  at,
  operator,
  action,
  reason,
  facts
})

/** What every call that changes something carries. */
export interface Asked {
  operator?: string | undefined
  reason: string
  idempotency_key: string
}

/** About a user, or about something else, which may be a user's. */
export type Subject = { action: OperatorActionName } & (
  | { userId: string; subject?: string | undefined }
  | { userId?: undefined; subject: string }
)

type Change = Subject &
  Asked & {
    /** What is asked for beside the action, for example an amount. */
    request?: object
    /** What the record says before the change, and after it unless the change says it itself. */
    facts: () => Promise<ActionFacts>
  }

/**
 * Makes the change. Idempotent, because it may be interrupted and called again.
 * @param isRepeated an earlier call with this key has begun it
 * @returns the facts afterwards, where they are not to be read; null when it is not finished
 */
type Run = (actionId: string, isRepeated: boolean) => Promise<ActionFacts | null | void>

/** @returns whether the line is new @throws AppError IDEMPOTENCY_MISMATCH when its id was used for something else */
async function addLine(c: AppContext, userId: string, added: ActionRow): Promise<boolean> {
  const { line, isNew } = await addAction(c.var.directory, added)
  if (line.request !== added.request) throw new AppError('IDEMPOTENCY_MISMATCH')
  const { id: actionId, phase, operator, action, subject, reason, facts } = added
  if (isNew) report(userId, { event: 'operator-action', phase, actionId, operator, action, subject, reason, facts })
  return isNew
}

/** The id of the action that a key makes once. */
export const actionIdOf = (key: string): string => digestOf(`operator:${key}`)

/** The backup command has a token of its own, and what it restores brings the names of the console with it. */
const ofBackups: readonly OperatorActionName[] = ['backup-read', 'backup-restore']

/** @throws AppError VALIDATION_FAILED when the call names no operator, or another one than the signed-in one */
async function nameFor(c: AppContext, action: OperatorActionName, named?: string): Promise<string> {
  const operator = expectOwnName(c, named)
  if (!ofBackups.includes(action)) await expectScriptName(c, operator)
  return operator
}

/** By these an account gains money or tokens, or gets them out of a check. */
const givings: ReadonlySet<OperatorActionName> = new Set([
  'tokens-change',
  'value-agree',
  'wallet-thaw',
  'wallet-correct',
  'job-release',
  'premium-extend',
  'payment-credit',
  'payment-refund',
  'payment-dismiss',
  'money-refund'
])

/** An operator may act alone on the accounts of others, never on the own one. @throws AppError NOT_PERMITTED */
function expectOthersAccount(c: AppContext, action: OperatorActionName, userId: string): void {
  if (givings.has(action) && userId !== '' && userId === c.var.operator.userId)
    throw new AppError('NOT_PERMITTED', { text: 'Это ваш собственный аккаунт: попросите другого оператора' })
}

/** @throws AppError IDEMPOTENCY_MISMATCH when the key was used for something else, and what `run` throws */
export async function recorded(c: AppContext, change: Change, run: Run): Promise<void> {
  const { action, userId = '', subject = userId, reason, facts } = change
  const operator = await nameFor(c, action, change.operator)
  expectOthersAccount(c, action, userId)
  const id = actionIdOf(change.idempotency_key)
  const request = JSON.stringify([action, subject, change.request ?? null])
  const add = (phase: 'begun' | 'done', found: ActionFacts) =>
    addLine(c, userId, { id, phase, at: Date.now(), operator, action, subject, request, reason, facts: found })
  const isRepeated = !(await add('begun', await facts()))
  if (isRepeated && (await isDone(c.var.directory, id))) return
  const after = await run(id, isRepeated)
  if (after !== null) await add('done', after ?? (await facts()))
}

/**
 * Records that an operator reads a user's data, before they are sent.
 * @param reading `reason`: what was typed; empty where none is asked for
 */
export async function recordReading(
  c: AppContext,
  { action, userId = '', subject = userId, reason = '', facts = {} }: Subject & { reason?: string; facts?: ActionFacts }
): Promise<void> {
  const line = { id: crypto.randomUUID(), phase: 'read' as const, at: Date.now() }
  const operator = await nameFor(c, action)
  const request = JSON.stringify([action, subject, null])
  await addLine(c, userId, { ...line, operator, action, subject, request, reason, facts })
}
