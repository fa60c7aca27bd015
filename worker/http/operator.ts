import { digestOf } from '../crypto/digest.ts'
import type { AppContext } from './context.ts'
import { AppError } from './errors.ts'

const digestBytes = (text: string) => new TextEncoder().encode(digestOf(text))

/**
 * Compares digests of equal length in constant time, so that timing reveals nothing about the token.
 * @throws AppError NOT_FOUND for anybody else: for them there is no such call
 */
export function expectOperator(c: AppContext): void {
  const { OPERATOR_TOKEN: token } = c.var.environment
  const sent = c.req.header('authorization') ?? ''
  if (token === undefined || !crypto.subtle.timingSafeEqual(digestBytes(sent), digestBytes(`Bearer ${token}`)))
    throw new AppError('NOT_FOUND')
}
