// Orders works for a key: jobs like those of the site's own pages, with the same prices, checks, suppliers and ends. A client that leaves
// ends nothing: the work is delivered to «Мои работы» and paid once, and a repetition with its `Idempotency-Key` gets it.
import { apiLimits } from '#contract/api-key-words.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { isJobFailureCode, type JobFailureCode, jobFailures } from '#contract/job-failures.ts'
import type { WorkModel } from '#contract/v1/work-models.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { microsPerToken } from '#domain/metering/prices.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { awaitJob, isSettled } from '../../jobs/await-job.ts'
import { failedCall } from '../../jobs/failed-call.ts'
import { submitJobs } from '../../jobs/submit-job.ts'
import { proofOf, refusedKey, type SentKey } from '../base/caller.ts'
import { ApiError, apiRefusalOf, badKey, badRequest } from '../base/errors.ts'
import { otherRequest } from '../calls/kept-answer.ts'
import { refusedCall } from '../calls/refused-call.ts'
import { orderOf } from './repeated-order.ts'
import { entryOf } from './work-model.ts'

/** Fields of the call by the parameters that they set, where the two are called differently. */
type FieldNames = Readonly<Record<string, string>>

/** @throws ApiError 400 that names the field */
function parsedValues(model: WorkModel, sent: Record<string, unknown>, names: FieldNames): ParameterValues {
  const read = parametersSchema(entryOf(model).parameters).safeParse({ ...sent, ...model.set })
  if (read.success) return read.data
  const [issue] = read.error.issues
  const { message, path } = issue ?? { message: '', path: [] }
  const able: unknown = issue?.code === 'custom' ? issue.params?.able : undefined
  const list = Array.isArray(able) ? `. Есть: ${able.join(', ')}` : ''
  const field = path.join('.')
  const param = names[field] ?? field
  throw badRequest(`${param}: ${message}${list}`, param, 'invalid_value')
}

/** Proves the key; what it orders is charged to its user then, within its limits. @throws ApiError 401, 403, 429 */
export async function admitOrder(c: AppContext, key: SentKey, model: WorkModel): Promise<void> {
  const admitted = await userOf(c.env, key.userId).admitKey(proofOf(c, key, model.scope, model.id))
  if (admitted.state === 'refused') throw refusedKey(admitted)
  c.set('requests', admitted.requests)
  const { facts, plan } = admitted
  c.set('caller', { userId: key.userId, sessionId: '' })
  c.set('orderedBy', {
    proof: { keyId: key.keyId, secretHash: key.secretHash },
    model: model.id,
    facts,
    runningMax: Math.max(c.var.environment.LIMIT_RUNNING_JOBS, apiLimits[plan].openCalls),
    refuse: refusedCall
  })
}

/** @throws AppError, ApiError: the work failed, or was deleted before it could be told */
function expectDelivered(rows: readonly JobRow[]): [JobRow, ...JobRow[]] {
  const [first, ...others] = rows.filter(({ step, deletedAt }) => step === 'completed' && deletedAt === null)
  if (first) return [first, ...others]
  const [row] = rows
  if (row?.step === 'completed') throw new AppError('NOT_FOUND')
  if (row?.step === 'cancelled') throw cancelled()
  const failure = row?.failure ?? null
  const code = isJobFailureCode(failure) ? failure : 'INTERNAL'
  const refusal = apiRefusalOf({ ...failedCall(code), text: jobFailures[code] })
  throw new ApiError({ ...refusal, ...(mayBePaid.has(code) && { isFinal: true }) })
}

/** The supplier may have been paid for these, and SDKs repeat what is not final. */
const mayBePaid = new Set<JobFailureCode>([
  'OUTCOME_UNKNOWN',
  'RESULT_BROKEN',
  'RESULT_LOST',
  'RESULT_TOO_LARGE',
  'TOO_SLOW'
])

/** Not the status of the site, which SDKs repeat. */
const cancelled = (): ApiError =>
  new ApiError({ ...apiRefusalOf({ code: 'JOB_CANCELLED' }), status: 400, isFinal: true })

/** Longer than a picture takes at a supplier that is busy. */
const waitMaxMs = 10 * 60_000

const stillRuns = (c: AppContext): ApiError =>
  new ApiError({
    ...apiRefusalOf({ code: 'UNAVAILABLE' }),
    isFinal: true,
    message: `Работа ещё не готова. Она появится в «Моих работах»${c.var.repeat ? ', а с тем же Idempotency-Key её можно получить и здесь' : ''}`
  })

/**
 * @param sent values of the tool by their names; files as marks of `c.var.files`
 * @returns what is to be waited for, after the works have begun
 * @throws ApiError, AppError: nothing has begun then
 */
export async function orderWorks(
  c: AppContext,
  model: WorkModel,
  sent: Record<string, unknown>,
  names: FieldNames = {}
) {
  const parameters = parsedValues(model, sent, names)
  const keyId = c.var.orderedBy?.proof.keyId ?? ''
  const { operationId, begun } = await orderOf(c, keyId, model, parameters)
  const submit = () =>
    submitJobs({ service: entryOf(model).id, parameters }, operationId, c).catch((error: unknown) => {
      throw toldRefusal(error, names)
    })
  const { rows, isReplay } = begun ? { rows: begun, isReplay: true } : await submit()
  // The files are stored by now, and the wait may be long.
  c.var.files.release()
  if (isReplay) c.header('idempotent-replayed', 'true')
  return { operationId, delivered: deliveredOf(c, rows) }
}

/** As the call's own fields are named. */
function toldRefusal(error: unknown, names: FieldNames): unknown {
  if (!(error instanceof AppError)) return error
  const { code, details } = error.refusal
  if (code === 'IDEMPOTENCY_MISMATCH') return otherRequest()
  if (code === 'INSUFFICIENT_TOKENS') {
    const missingMicros = Number(error.refusal.data?.['missingTokens'] ?? 0) * microsPerToken
    return refusedCall({ state: 'refused', code, missingMicros })
  }
  // Nothing changes while an SDK waits to repeat it.
  if (code === 'SETTINGS_UNAVAILABLE')
    return new ApiError({ ...apiRefusalOf(error.refusal), status: 400, isFinal: true })
  if (code === 'SERVICE_OFF' || code === 'NOT_CONNECTED')
    return new ApiError({ ...apiRefusalOf(error.refusal), isFinal: true })
  const [first] = details ?? []
  return first ? badRequest(first.msg, names[first.path] ?? first.path, 'invalid_value') : error
}

async function deliveredOf(c: AppContext, rows: readonly JobRow[]): Promise<[JobRow, ...JobRow[]]> {
  const until = Date.now() + waitMaxMs
  const over: JobRow[] = []
  // One after the other: the others go on meanwhile, and each look is a read of the database.
  for (const row of rows) over.push(await awaitJob(c, row, Math.max(0, until - Date.now())))
  if (!over.every(isSettled)) throw stillRuns(c)
  // What was made stays the user's, and a key that was ended meanwhile is not shown it.
  const { keyId, secretHash } = c.var.orderedBy?.proof ?? { keyId: '', secretHash: '' }
  if (!(await userOf(c.env, c.var.caller.userId).keyWorks(keyId, secretHash))) throw badKey()
  return expectDelivered(over)
}
