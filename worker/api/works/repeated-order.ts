// Which operation a request is: a new one, or that of an earlier request which its client repeats. Another work would be paid twice.
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import type { WorkModel } from '#contract/v1/work-models.ts'
import { batchOf, findNewestLike, findSubmitted } from '#data/history/job-batches.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { digestOf } from '../../crypto/digest.ts'
import { type AppContext, historyOf } from '../../http/context.ts'
import { isSettled } from '../../jobs/await-job.ts'
import { operationPrefix } from './operation-prefix.ts'
import { entryOf } from './work-model.ts'

/** Of a work that failed, a repetition with the same name begins anew, so many times. */
const attemptsMax = 20
const nameDigits = 24
/** Longer than an SDK waits before it repeats a request, its own timeout included. */
const retriedWithinMs = 15 * 60_000

/** Free, and not wished to be over: a cancelled work is not ordered again by a repetition. */
const hasFailed = (row: JobRow): boolean => isSettled(row) && row.step === 'failed'

/** The client has got all of its answer: a repetition of a request of the same words has lost another one. */
export function noteTold(c: AppContext, operationId: string): void {
  c.executionCtx.waitUntil(userOf(c.env, c.var.caller.userId).noteTold(operationId, Date.now() + retriedWithinMs))
}

/** Of what is asked; files count by their bytes. */
function digestOfOrder(c: AppContext, model: WorkModel, parameters: ParameterValues): string {
  const files = new Set(entryOf(model).parameters.flatMap((one) => ('mediaTypes' in one ? [one.name] : [])))
  const asked = Object.entries(parameters).map(([name, value]) =>
    files.has(name) ? [name, digestOf(c.var.files.bytesOf(String(value)) ?? '')] : [name, value]
  )
  return digestOf(JSON.stringify([model.id, ...asked])).slice(0, nameDigits)
}

/** SDKs of OpenAI's count their own repetitions, which may follow an answer that was lost. */
const isRetry = (c: AppContext): boolean => /^[1-9]\d?$/.test(c.req.header('x-stainless-retry-count') ?? '')

/** The works whose answer was lost; null: there are none. */
async function lostOrder(c: AppContext, alike: string): Promise<Order | null> {
  const { userId } = c.var.caller
  const earlier = await findNewestLike(historyOf(c), { userId, alike, since: Date.now() - retriedWithinMs })
  if (!earlier) return null
  const id = earlier.batch?.id ?? earlier.operationId
  const rows = earlier.batch ? await batchOf(historyOf(c), earlier) : [earlier]
  if (rows.every(hasFailed) || (await userOf(c.env, userId).wasTold(id))) return null
  return { operationId: id, begun: rows }
}

/** What a request orders. */
interface Order {
  operationId: string
  /** The works of the request that this one repeats: they are waited for, and nothing is submitted. Null: it is submitted. */
  begun: readonly JobRow[] | null
}

/**
 * With a name, the operation of the earlier request with it, unless its works failed; without one, that of the request which an SDK says that
 * it repeats.
 */
export async function orderOf(
  c: AppContext,
  keyId: string,
  model: WorkModel,
  parameters: ParameterValues
): Promise<Order> {
  const prefix = operationPrefix(keyId)
  const { repeat } = c.var
  if (!repeat) {
    const alike = `${prefix}${digestOfOrder(c, model, parameters)}`
    const lost = isRetry(c) ? await lostOrder(c, alike) : null
    return lost ?? { operationId: `${alike}-${crypto.randomUUID().slice(0, 8)}`, begun: null }
  }
  const named = `${prefix}${digestOf(repeat.name).slice(0, nameDigits)}`
  for (let attempt = 1; attempt < attemptsMax; attempt++) {
    const id = attempt === 1 ? named : `${named}r${attempt}`
    const known = await findSubmitted(historyOf(c), c.var.caller.userId, id)
    if (known.length === 0 || !known.every(hasFailed)) return { operationId: id, begun: null }
  }
  return { operationId: `${named}r${attemptsMax}`, begun: null }
}
