// The calls that generate images, videos and voices, change a picture or make a broken job once more: all submit a job and return
// its result, or the job itself.
import type { Hono } from 'hono'
import { findStudioEntry, studioEntries } from '#contract/catalogue/studio.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/envelope.ts'
import * as generation from '#contract/job-orders.ts'
import type { SubmittedJobs, JobOrder } from '#contract/job-orders.ts'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { isJobFailureCode } from '#contract/job-failures.ts'
import { type Job, redoJob as redoCall } from '#contract/jobs.ts'
import { jobView, promptOf } from '#data/history/job-view.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { z } from 'zod'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { awaitJob, isSettled } from './await-job.ts'
import { failedCall } from './failed-call.ts'
import { type Submitted, submitJobs } from './submit-job.ts'
import { bodyMaxBytesOfForm, largeBody } from '../http/large-body.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { preferredWaitMs } from '../http/prefer.ts'
import { serve, serveRaw } from '../http/serve.ts'
import { submitChange } from './change-picture.ts'
import { redoJob } from './redo-job.ts'
import { ownJob } from './routes.ts'

type Result = NonNullable<SubmittedJobs['result']>

const urlField: Record<StudioKind, 'imageUrl' | 'videoUrl' | 'audioUrl'> = {
  image: 'imageUrl',
  'image-tool': 'imageUrl',
  video: 'videoUrl',
  audio: 'audioUrl'
}

function resultOf(row: JobRow, { kind, files }: Job): Result {
  const [file] = files
  const revisedPrompt = urlField[kind] === 'imageUrl' ? promptOf(row) : null
  return {
    ...(file ? { [urlField[kind]]: file.url } : {}),
    ...(revisedPrompt === null ? {} : { revisedPrompt })
  }
}

/** @throws AppError when the job, and every other of its batch, ended without the result that the client waited for */
function expectResult({ job, jobs }: SubmittedJobs): void {
  if (jobs.some(({ state }) => state === 'completed')) return
  if (job.state === 'cancelled') throw new AppError('JOB_CANCELLED', { data: { job } })
  if (job.state !== 'failed' || !job.error) return
  const failure = job.error.code
  const { code, ...more } = failedCall(isJobFailureCode(failure) ? failure : 'PROVIDER_FAILED')
  throw new AppError(code, { ...more, text: job.error.text, data: { job } })
}

async function submittedOf(c: AppContext, rows: Submitted['rows']): Promise<SubmittedJobs> {
  const [first] = rows
  const { availableTokens } = await userOf(c.env, first.userId).view()
  const viewed = rows.map((row) => ({ row, job: jobView(row, c.var.environment, Date.now()) }))
  const delivered = viewed.filter(({ row, job }) => isSettled(row) && job.state === 'completed')
  const jobs = viewed.map(({ job }) => job)
  const [best] = delivered
  return {
    job: jobs[0] ?? jobView(first, c.var.environment, Date.now()),
    jobs,
    result: best ? resultOf(best.row, best.job) : null,
    billing: best ? { siteTokens: delivered.reduce((sum, { job }) => sum + (job.chargedTokens ?? 0), 0) } : null,
    balance: availableTokens
  }
}

/** Clients of the two oldest calls read the result beside the envelope's fields. */
type WithResult = Envelope & Partial<Result> & { result?: Result }

async function generate(request: JobOrder, c: AppContext, carriesResult: boolean): Promise<Response> {
  const waitMs = preferredWaitMs(c)
  const submitted = await submitJobs(request, operationIdOf(c), c)
  // The files are stored by now, and the wait may be long.
  c.var.files.release()
  return answerWith(c, submitted, { waitMs, carriesResult })
}

/**
 * Answers a submission: with the results, or with the jobs when the client does not wait so long.
 * @throws AppError when the jobs ended without the result that the client waited for
 */
async function answerWith(
  c: AppContext,
  { rows: submitted, isReplay }: Submitted,
  { waitMs, carriesResult = false }: { waitMs: number; carriesResult?: boolean }
): Promise<Response> {
  if (isReplay) c.header('Idempotency-Replayed', 'true')
  const [first, ...others] = submitted
  const rows = await Promise.all([awaitJob(c, first, waitMs), ...others.map((row) => awaitJob(c, row, waitMs))])
  const data = await submittedOf(c, rows)
  const isOver = rows.every(isSettled)
  if (waitMs > 0 && isOver) expectResult(data)
  const { result } = data
  const body: WithResult = {
    success: true,
    data,
    message: null,
    error: null,
    ...(carriesResult && result ? { ...result, result } : {})
  }
  return c.json(body, isOver ? 200 : 202)
}

type OrderEndpoint = Endpoint<z.ZodType<JobOrder>>

const tools = studioEntries.filter(({ kind }) => kind === 'image-tool')

/**
 * Depends on the service in the path. The editor's own path also accepts another tool's name in the body, so it allows
 * the largest of all tools.
 */
function bodyMaxBytes(c: AppContext): number {
  const service = c.req.param('service')
  const entry = service === undefined ? undefined : findStudioEntry(service)
  const entries = entry ? [entry] : c.req.path.endsWith('/edit') ? tools : []
  return Math.max(...[...entries.map(({ parameters }) => parameters), []].map(bodyMaxBytesOfForm))
}

export function mountOrders(app: Hono<HonoEnv>) {
  const mount = (endpoint: OrderEndpoint, carriesResult = false) =>
    serveRaw(app, { ...endpoint, readBody: largeBody(bodyMaxBytes) }, (request, c) =>
      generate(request, c, carriesResult)
    )

  mount(generation.generateDalle, true)
  mount(generation.editImage, true)
  mount(generation.generateImage)
  mount(generation.generateVideo)
  mount(generation.generateAudio)

  serveRaw(app, generation.changePicture, async (change, c) => {
    const waitMs = preferredWaitMs(c)
    return answerWith(c, await submitChange(change, operationIdOf(c), c), { waitMs })
  })

  serve(app, redoCall, async ({ id }, c) => {
    const row = await redoJob(c, await ownJob(c, id))
    return { job: jobView(row, c.var.environment, Date.now()) }
  })
}
