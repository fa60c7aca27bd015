// Orders works for a key: jobs like those of the site's own pages, with the same prices, checks, suppliers and ends. A client that leaves
// ends nothing: the work is delivered to «Мои работы» and paid once, and a repetition with its `Idempotency-Key` gets it.
import { apiLimits } from '#contract/api-key-words.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { isJobFailureCode, jobFailures } from '#contract/job-failures.ts'
import type { WorkModel } from '#contract/v1/work-models.ts'
import { findNewestLike, findSubmitted } from '#data/history/job-batches.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { digestOf } from '../../crypto/digest.ts'
import { type AppContext, historyOf } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { awaitJob, isSettled } from '../../jobs/await-job.ts'
import { failedCall } from '../../jobs/failed-call.ts'
import { submitJobs } from '../../jobs/submit-job.ts'
import { proofOf, refusedKey, type SentKey, tellLimit } from '../base/caller.ts'
import { ApiError, apiRefusalOf, badRequest } from '../base/errors.ts'
import { otherRequest } from '../calls/kept-answer.ts'
import { refusedCall } from '../calls/refused-call.ts'
import { operationPrefix } from './operation-prefix.ts'
import { entryOf } from './work-model.ts'

/** Of a work that failed, a repetition with the same name begins anew, so many times. */
const attemptsMax = 20
const nameDigits = 24
/** Longer than an SDK waits before it repeats a request, its own timeout included. */
const retriedWithinMs = 15 * 60_000

/** Fields of the call by the parameters that they set, where the two are called differently. */
type FieldNames = Readonly<Record<string, string>>

/** @throws ApiError 400 that names the field */
function parsedValues(model: WorkModel, sent: Record<string, unknown>, names: FieldNames): ParameterValues {
  const read = parametersSchema(entryOf(model).parameters).safeParse({ ...sent, ...model.set })
  if (read.success) return read.data
  const [{ message, path } = { message: '', path: [] }] = read.error.issues
  const field = path.join('.')
  const param = names[field] ?? field
  throw badRequest(`${param}: ${message}`, param, 'invalid_value')
}

/** Proves the key; what it orders is charged to its user then, within its limits. @throws ApiError 401, 403, 429 */
export async function admitOrder(c: AppContext, key: SentKey, model: WorkModel): Promise<void> {
  const admitted = await userOf(c.env, key.userId).admitKey(proofOf(c, key, model.scope, model.id))
  if (admitted.state === 'refused') throw refusedKey(admitted)
  tellLimit(c, admitted.requests)
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

const hasFailed = (row: JobRow): boolean => isSettled(row) && row.step !== 'completed'

/** Of what is asked; files count by their bytes. */
const digestOfOrder = (c: AppContext, model: WorkModel, parameters: ParameterValues): string =>
  digestOf(
    JSON.stringify([
      model.id,
      ...Object.entries(parameters).map(([name, value]) => {
        const isFile = typeof value === 'string' && value.startsWith('data:')
        return [name, isFile ? digestOf(c.var.files.bytesOf(value) ?? '') : value]
      })
    ])
  ).slice(0, nameDigits)

/** SDKs of OpenAI's count their own repetitions, which follow an answer that was lost: another work would be paid twice. */
const isRetry = (c: AppContext): boolean => /^[1-9]\d?$/.test(c.req.header('x-stainless-retry-count') ?? '')

/** The operation of a request without a name: a new one, or that of the request which an SDK repeats. */
async function unnamedOperation(c: AppContext, prefix: string, digest: string): Promise<string> {
  const alike = `${prefix}${digest}`
  const since = Date.now() - retriedWithinMs
  const earlier = isRetry(c) ? await findNewestLike(historyOf(c), { userId: c.var.caller.userId, alike, since }) : null
  if (earlier && !hasFailed(earlier)) return earlier.batch?.id ?? earlier.operationId
  return `${alike}-${crypto.randomUUID().slice(0, 8)}`
}

/** The operation of this request: that of an earlier one with the same name, unless it failed. */
async function operationOf(c: AppContext, keyId: string, model: WorkModel, parameters: ParameterValues) {
  const prefix = operationPrefix(keyId)
  const { repeat } = c.var
  if (!repeat) return unnamedOperation(c, prefix, digestOfOrder(c, model, parameters))
  const named = `${prefix}${digestOf(repeat.name).slice(0, nameDigits)}`
  for (let attempt = 1; attempt < attemptsMax; attempt++) {
    const id = attempt === 1 ? named : `${named}r${attempt}`
    const known = await findSubmitted(historyOf(c), c.var.caller.userId, id)
    if (known.length === 0 || !known.every(hasFailed)) return id
  }
  return `${named}r${attemptsMax}`
}

/** @throws AppError, ApiError: the work failed, or was deleted before it could be told */
function expectDelivered(rows: readonly JobRow[]): [JobRow, ...JobRow[]] {
  const [first, ...others] = rows.filter(({ step, deletedAt }) => step === 'completed' && deletedAt === null)
  if (first) return [first, ...others]
  const [row] = rows
  if (row?.step === 'completed') throw new AppError('NOT_FOUND')
  if (row?.step === 'cancelled') throw new AppError('JOB_CANCELLED')
  const failure = row?.failure ?? null
  const code = isJobFailureCode(failure) ? failure : 'INTERNAL'
  throw new AppError(failedCall(code).code, { ...failedCall(code), text: jobFailures[code] })
}

/** Longer than a picture takes at a supplier that is busy. */
const waitMaxMs = 10 * 60_000

const stillRuns = (): ApiError =>
  new ApiError({
    ...apiRefusalOf({ code: 'UNAVAILABLE' }),
    isFinal: true,
    message: 'Работа ещё не готова. Она появится в «Моих работах», а с тем же Idempotency-Key её можно получить и здесь'
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
  const operationId = await operationOf(c, keyId, model, parameters)
  const order = { service: entryOf(model).id, parameters }
  const { rows, isReplay } = await submitJobs(order, operationId, c).catch((error: unknown) => {
    throw toldRefusal(error, names)
  })
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
  const [first] = details ?? []
  return first ? badRequest(first.msg, names[first.path] ?? first.path, 'invalid_value') : error
}

async function deliveredOf(c: AppContext, rows: readonly JobRow[]): Promise<[JobRow, ...JobRow[]]> {
  const until = Date.now() + waitMaxMs
  const over: JobRow[] = []
  // One after the other: the others go on meanwhile, and each look is a read of the database.
  for (const row of rows) over.push(await awaitJob(c, row, Math.max(0, until - Date.now())))
  if (!over.every(isSettled)) throw stillRuns()
  return expectDelivered(over)
}
