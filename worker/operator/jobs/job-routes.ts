// The jobs of all users, for operators: found by state, provider and age, moved on, cancelled, ended with the tokens returned.
// What a user wrote or made is never read here.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/jobs/jobs.ts'
import type { OperatorActionName } from '#contract/operator/access/change.ts'
import { hasHistory, openHistories, openHistory } from '#data/base/database.ts'
import { actionsAbout } from '#data/directory/operator-actions.ts'
import { mayGiveBack } from '#data/directory/token-changes.ts'
import { isJobId } from '#data/files/job-files.ts'
import { findJob, type JobRow } from '#data/history/jobs.ts'
import { type WatchedJob, watchedJobs } from '#data/history/job-watch.ts'
import { isEnded, type JobStep } from '#domain/job.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { cancelJob } from '#queues/index.ts'
import { hasNextStep, type Hindrance, isBusy, mayEndSoon, releaseJob, retryJob, returnedFor } from '#queues/operate.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { conflict, expectFound } from '../../http/errors.ts'
import { inForce, suppliesInForce } from '../../http/in-force.ts'
import { serve } from '../../http/serve.ts'
import { ownLimitOf } from '../access/own-limit.ts'
import { actionView, type Asked, recorded, recordReading } from '../access/record.ts'
import { mediaServices } from './catalogue.ts'

const pageSize = 50
const minuteMs = 60_000
const endedShownMs = 30 * 24 * 60 * minuteMs

const hindranceTexts: Record<Hindrance, string> = {
  busy: 'Шаг работы выполняется прямо сейчас, или провайдер просил подождать. Повторите позже',
  idle: 'Здесь больше нечего делать',
  changed: 'Работа изменилась. Откройте её ещё раз',
  beyond: 'Это больше вашего дневного предела. Начислите токены на карточке человека: там подтвердит второй оператор'
}

const jobView = (row: WatchedJob): contract.OperatorJob => ({
  id: row.id,
  user_id: row.userId,
  kind: row.kind,
  service: row.service,
  model: row.model,
  provider: row.provider,
  upstream_model: row.upstreamModel,
  step: row.step,
  failure: row.failure,
  price_tokens: row.priceTokens,
  charged_tokens: row.chargedTokens,
  attempts: row.attempts,
  created_at: row.createdAt,
  started_at: row.startedAt,
  finished_at: row.finishedAt,
  due_at: row.dueAt,
  lease_until: row.leaseUntil,
  deadline_at: row.deadlineAt,
  cancel_requested_at: row.cancelRequestedAt
})

/** @throws AppError NOT_FOUND */
export const expectJob = async (c: AppContext, id: string): Promise<JobRow> =>
  expectFound(isJobId(id) && hasHistory(c.env, id) ? await findJob(openHistory(c.env, id), id) : undefined)

async function openedView(c: AppContext, row: JobRow): Promise<contract.OpenedJob> {
  const { env } = c
  const [operation, returned, { suppliers }] = await Promise.all([
    userOf(env, row.userId).operation(row.operationId),
    returnedFor(env, row),
    inForce(c)
  ])
  const { supply } = row
  const account = supply && {
    name: suppliers.find(({ id }) => id === supply.supplier)?.name ?? supply.supplier,
    model: supply.model
  }
  const isOver = isEnded(row.step)
  const now = Date.now()
  const isOwed = row.chargedTokens === null || (row.chargedTokens > 0 && returned === 0)
  return {
    ...jobView(row),
    operation_id: row.operationId,
    account,
    ticket: row.ticket,
    checks: row.checks,
    failed_checks: row.failedChecks,
    files: row.files.length,
    redo_of: row.redoOf,
    deleted_at: row.deletedAt,
    money: { reserved: operation?.steps.at(-1)?.kind === 'reserve' ? operation.row.reservedTokens : 0, returned },
    may: {
      retry: hasNextStep(row) && !isBusy(row, now),
      cancel: !isOver,
      release: (!isOver || isOwed) && mayEndSoon(row, now)
    }
  }
}

async function factsOf({ env }: AppContext, id: string) {
  const row = expectFound(await findJob(openHistory(env, id), id))
  const { step, failure, chargedTokens, attempts, cancelRequestedAt } = row
  const returned = await returnedFor(env, row)
  return { step, failure, charged: chargedTokens, returned, attempts, cancelling: cancelRequestedAt !== null }
}

/** Returned tokens count against the daily limit of the operator like given ones. */
async function mayReturn(
  c: AppContext,
  { row, tokens, who }: { row: JobRow; tokens: number; who: { operator?: string | undefined; reason: string } }
): Promise<boolean> {
  const now = Date.now()
  const { id, userId } = row
  const { name, userId: askedById } = c.var.operator
  const askedBy = name ?? who.operator ?? ''
  const asked = { askedBy, askedById, reason: who.reason, askedAt: now, expiresAt: now }
  return mayGiveBack(
    c.var.directory,
    { id: `job-return:${id}`, kind: 'job', subject: id, userId, tokens, terms: { jobId: id }, ...asked },
    await ownLimitOf(c, now)
  )
}

type Run = (row: JobRow, isRepeated: boolean) => Promise<void>

async function changeJob(
  c: AppContext,
  action: OperatorActionName,
  { id, ...who }: Asked & { id: string },
  run: Run
): Promise<{ job: contract.OpenedJob }> {
  const { userId } = await expectJob(c, id)
  const facts = () => factsOf(c, id)
  await recorded(c, { action, subject: id, userId, ...who, facts }, async (_, isRepeated) => {
    await run(await expectJob(c, id), isRepeated)
  })
  return { job: await openedView(c, await expectJob(c, id)) }
}

/** An earlier call may have cancelled the job and died before it was recorded. */
function demandDone(hindrance: Hindrance | null, isRepeated: boolean): void {
  if (hindrance !== null && !(isRepeated && hindrance === 'idle')) throw conflict(hindranceTexts[hindrance])
}

function cursorOf(after: string | undefined): { at: number; id: string } | null {
  const [at, id] = after?.split(':') ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

const byId = (one: WatchedJob, other: WatchedJob) => (one.id < other.id ? -1 : 1)

function mountList(app: Hono<HonoEnv>) {
  serve(
    app,
    contract.listOperatorJobs,
    async ({ state, provider = null, service, older_minutes: minutes = 0, after }, c) => {
      const now = Date.now()
      const step: JobStep | null = state === 'open' || state === 'ended' ? null : state
      const ended = step === null ? state === 'ended' : isEnded(step)
      const page = {
        services: mediaServices.filter((one) => (service ?? one) === one),
        isEnded: ended,
        step,
        provider,
        until: now - minutes * minuteMs,
        since: now - endedShownMs,
        after: cursorOf(after),
        limit: pageSize + 1
      }
      const found = (await Promise.all(openHistories(c.env).map(({ history }) => watchedJobs(history, page)))).flat()
      const placeOf = (row: WatchedJob) => (ended ? 0 - (row.finishedAt ?? 0) : row.createdAt)
      const rows = found.toSorted(
        (one, other) => placeOf(one) - placeOf(other) || (ended ? byId(other, one) : byId(one, other))
      )
      const shown = rows.slice(0, pageSize)
      const last = shown.at(-1)
      const next = rows.length > pageSize && last ? `${Math.abs(placeOf(last))}:${last.id}` : null
      return { jobs: shown.map(jobView), next }
    }
  )
}

export function mountJobList(app: Hono<HonoEnv>) {
  mountList(app)

  serve(app, contract.openJob, async ({ id }, c) => {
    const row = await expectJob(c, id)
    await recordReading(c, { action: 'job-read', subject: id, userId: row.userId })
    const [job, actions] = await Promise.all([openedView(c, row), actionsAbout(c.var.directory, id)])
    return { job, actions: actions.filter(({ phase }) => phase !== 'read').map(actionView) }
  })

  serve(app, contract.retryOperatorJob, (change, c) =>
    changeJob(c, 'job-retry', change, async (row, isRepeated) => demandDone(await retryJob(c.env, row), isRepeated))
  )

  serve(app, contract.cancelOperatorJob, (change, c) =>
    changeJob(c, 'job-cancel', change, async (row, isRepeated) => {
      if (!isEnded(row.step)) await cancelJob(c.env, row, suppliesInForce)
      else if (!isRepeated) throw conflict('Работа уже закончилась')
    })
  )

  serve(app, contract.releaseOperatorJob, (change, c) =>
    changeJob(c, 'job-release', change, async (row, isRepeated) => {
      if (!isRepeated && (await returnedFor(c.env, row)) > 0) throw conflict('За эту работу уже вернули токены')
      demandDone(await releaseJob(c.env, row, (tokens) => mayReturn(c, { row, tokens, who: change })), isRepeated)
    })
  )
}
