// Writes down what went wrong in a call, in whichever form its client is told.
import { BadEnvironment } from '#domain/environment.ts'
import { framesOf, log } from '#notices/report.ts'
import type { AppContext } from './context.ts'
import { isUnavailable } from './errors.ts'

/** A failure that is no refusal: a bad environment, an overload, or a bug. */
export function logFailure(c: AppContext, error: Error): void {
  if (error instanceof BadEnvironment) return log({ event: 'bad-environment', text: error.message })
  log({
    event: isUnavailable(error) ? 'unavailable' : 'bug',
    requestId: c.var.requestId,
    name: error.name,
    version: c.env.CF_VERSION.tag,
    stack: framesOf(error)
  })
}
