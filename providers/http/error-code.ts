// Reads the body of an error: a code, which may be logged, or one of a few known sentences, which may not.
import { fieldAt, textAt } from './fields.ts'
import type { FailureKind } from './failure.ts'

/** A sentence that a provider has no code for. It must be the whole beginning: the rest may quote a prompt. */
export interface Wording {
  beginning: RegExp
  kind: FailureKind
  /** Our code for it. */
  code: string
}

// Our account has no money or has reached a spending limit. These come with status 400, 401, 403 or 429, although
// neither other input nor waiting helps.
const unpaidCodes = [
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'enforced_spend_limit_reached',
  'contract_spend_limit_reached',
  'billing_error',
  'quota_exceeded',
  'insufficient_credits',
  'insufficient_balance',
  'insufficient_user_quota',
  'pre_consume_token_quota_failed',
  'exceeded_current_quota_error',
  'Arrearage',
  'AllocationQuota.FreeTierOnly'
]
/** xAI's family: `personal-team-blocked:spending-limit` and others. */
const unpaidBeginning = 'personal-team-blocked:'

export const isUnpaidCode = (code: string) => unpaidCodes.includes(code) || code.startsWith(unpaidBeginning)

// Identifiers only. With a space it would be prose, which may quote a prompt.
const codePattern = /^[A-Za-z0-9]+([_.:-][A-Za-z0-9]+)*$/
const codeLengthMax = 64

export const safeCode = (code: string | null) =>
  code !== null && code.length <= codeLengthMax && codePattern.test(code) ? code : null

/** The most specific code of an error; null when it has none that is safe to log. */
export function errorCodeOf(body: unknown): string | null {
  const error = fieldAt(body, 'error')
  const codes = [
    textAt(error, 'details', 'error_code'),
    textAt(error, 'code'),
    textAt(error, 'type'),
    textAt(body, 'code')
  ]
  return codes.map(safeCode).find((code) => code !== null) ?? null
}

/** @param body `{ error: { message } }`, `{ error: "text" }` or `{ message }`, which Google's front end wraps in an array */
export function wordingOf(body: unknown, wordings: readonly Wording[]): Wording | undefined {
  const answer: unknown = Array.isArray(body) ? body[0] : body
  const message = textAt(answer, 'error') ?? textAt(answer, 'error', 'message') ?? textAt(answer, 'message') ?? ''
  return wordings.find(({ beginning }) => beginning.test(message))
}
