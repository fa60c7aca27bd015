import { operationId } from '#contract/validation.ts'
import type { AppContext } from './context.ts'
import { AppError } from './errors.ts'

/** The header `Idempotency-Key`, or a new id for a call without one. @throws AppError VALIDATION_FAILED */
export function operationIdOf(c: AppContext): string {
  const sent = c.req.header('idempotency-key')
  if (sent === undefined) return crypto.randomUUID()
  const parsed = operationId.safeParse(sent)
  if (!parsed.success) throw badOperationId()
  return parsed.data
}

export const badOperationId = () =>
  new AppError('VALIDATION_FAILED', {
    details: [{ path: 'Idempotency-Key', msg: 'Некорректный идентификатор операции' }]
  })
