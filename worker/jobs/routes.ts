import type { Hono } from 'hono'
import * as contract from '#contract/jobs.ts'
import { readLineage } from '#contract/lineage.ts'
import { deleteUnsuccessful } from '#data/history/failed-jobs.ts'
import { pageOfJobs } from '#data/history/job-lists.ts'
import { jobView } from '#data/history/job-view.ts'
import { lineageOf, relativeView } from '#data/history/lineage.ts'
import { findUserJob, type JobRow } from '#data/history/jobs.ts'
import { publish } from '#durable-objects/publish.ts'
import { cancelJob } from '#queues/steps/cancel.ts'
import { deleteJob } from '#queues/steps/finish.ts'
import { whileAdmitted } from '../http/admitted.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { suppliesInForce } from '../http/in-force.ts'
import { serve, sessionByObject } from '../http/serve.ts'

/** @throws AppError NOT_FOUND for an unknown or deleted job and for another user's */
export async function ownJob(c: AppContext, id: string): Promise<JobRow> {
  const row = await findUserJob(historyOf(c), c.var.caller.userId, id)
  if (!row || row.deletedAt !== null) throw new AppError('NOT_FOUND')
  return row
}

const viewOf = (c: AppContext, row: JobRow) => jobView(row, c.var.environment, Date.now())

export function mountJobs(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(contract.listJobs), async (page, c) => {
    const { rows, hasMore } = await whileAdmitted(c, () => pageOfJobs(historyOf(c), c.var.caller.userId, page))
    return { jobs: rows.map((row) => viewOf(c, row)), hasMore }
  })

  serve(app, sessionByObject(contract.readJob), async ({ id }, c) => ({
    job: viewOf(c, await whileAdmitted(c, () => ownJob(c, id)))
  }))

  serve(app, sessionByObject(readLineage), async ({ id }, c) => {
    const found = await whileAdmitted(c, async () => lineageOf(historyOf(c), await ownJob(c, id)))
    const settings = c.var.environment
    const now = Date.now()
    return {
      ancestors: found.ancestors.map(({ row, file }) => relativeView(row, file, settings, now)),
      descendants: found.descendants.map((row) => relativeView(row, 0, settings, now))
    }
  })

  serve(app, contract.cancelJob, async ({ id }, c) => ({
    job: viewOf(c, await cancelJob(c.env, await ownJob(c, id), suppliesInForce))
  }))

  serve(app, contract.deleteJob, async ({ id }, c) => {
    const deleted = await deleteJob(c.env, await ownJob(c, id))
    if (!deleted) throw new AppError('JOB_RUNNING')
    return { deleted }
  })

  serve(app, contract.clearFailures, async ({ kind }, c) => {
    const { userId } = c.var.caller
    const limit = contract.clearedAtOnce
    const ids = await deleteUnsuccessful(historyOf(c), { userId, kind, now: Date.now(), limit })
    if (ids.length > 0) await publish(c.env, userId, { type: 'works-deleted', ids })
    return { ids, hasMore: ids.length === limit }
  })
}
