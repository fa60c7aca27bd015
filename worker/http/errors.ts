// The only place that turns a failure into a response. No internal details reach a user.
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Envelope, FieldError } from '#contract/envelope.ts'
import { type ErrorCode, statusOf, textOf } from '#contract/errors.ts'

export interface Refusal {
  code: ErrorCode
  /** Replaces the default text of the code. */
  text?: string
  details?: FieldError[]
  /** Whole seconds. */
  retryAfter?: number
  /** Facts a client can act on, such as how many tokens are missing. */
  data?: Record<string, unknown>
}

/** A refusal for the client. Any other error is a bug. */
export class AppError extends Error {
  override name = 'AppError'
  readonly refusal: Refusal

  constructor(code: ErrorCode, more: Omit<Refusal, 'code'> = {}) {
    super(code)
    this.refusal = { code, ...more }
  }
}

/** A refusal because of what is already there, in words for the client. */
export const conflict = (text: string): AppError => new AppError('CONFLICT', { text })

/** @throws AppError NOT_FOUND when what was looked for is not there */
export function expectFound<Value extends object>(value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new AppError('NOT_FOUND')
  return value
}

const hasMark = (error: Error, mark: 'overloaded' | 'retryable') => mark in error && Reflect.get(error, mark) === true

/**
 * Whether the same call may succeed soon. A Durable Object that is overloaded or restarting sets a property on its
 * error, D1 only a message. An error that wraps such an error has it as its cause.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (hasMark(error, 'overloaded') || hasMark(error, 'retryable')) return true
  return error.message.startsWith('D1_ERROR: D1 DB is overloaded') || isUnavailable(error.cause)
}

export function refuse(c: Context, { code, text, details, retryAfter, data }: Refusal): Response {
  const body: Envelope = {
    success: false,
    data: details ? { ...data, details } : (data ?? null),
    message: null,
    error: text ?? textOf(code),
    code,
    ...(retryAfter === undefined ? {} : { retryAfter })
  }
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  return c.json(body, statusOf(code) as ContentfulStatusCode)
}
