import type { AppContext } from './context.ts'
import { AppError } from './errors.ts'

/**
 * What the page said that the request costs, files of a chat aside. The price itself is never taken from it: a request
 * that costs more by now is refused, so that no user pays more than was shown. Undefined: the client does not say.
 * @throws AppError BAD_REQUEST
 */
export function shownTokensOf(c: AppContext): number | undefined {
  const sent = c.req.header('x-price-shown')
  if (sent === undefined) return undefined
  if (!/^\d{1,9}$/.test(sent)) throw new AppError('BAD_REQUEST')
  return Number(sent)
}
