import type { Hono } from 'hono'
import * as contract from '#contract/jobs.ts'
import { jobView } from '#data/history/job-view.ts'
import type { HonoEnv } from '../http/context.ts'
import { serve } from '../http/serve.ts'
import { redoJob } from './redo-job.ts'
import { ownJob } from './routes.ts'

export function mountRedo(app: Hono<HonoEnv>) {
  serve(app, contract.redoJob, async ({ id }, c) => {
    const row = await redoJob(c, await ownJob(c, id))
    return { job: jobView(row, c.var.environment, Date.now()) }
  })
}
