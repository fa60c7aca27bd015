// What an operator sees of jobs that their users called broken.
import type { Hono } from 'hono'
import { openRedos } from '#contract/operator/jobs/jobs.ts'
import { openHistories } from '#data/base/database.ts'
import { recentRedos } from '#data/history/redos.ts'
import { redoOperationOf } from '#data/files/job-files.ts'
import type { HonoEnv } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { recordReading } from '../access/record.ts'

type Redo = Awaited<ReturnType<typeof recentRedos>>[number]

const viewOf = (redo: Redo) => ({
  user_id: redo.userId,
  operation_id: redo.operationId,
  job_id: redo.id,
  service: redo.service,
  provider: redo.provider,
  upstream_model: redo.upstreamModel,
  at: redo.at ?? 0,
  attempts: redo.attempts,
  redo_id: redoOperationOf(redo.operationId, redo.attempts)
})

export function mountRedos(app: Hono<HonoEnv>) {
  serve(app, openRedos, async ({ limit }, c) => {
    await recordReading(c, { action: 'redos-read', subject: 'redos', facts: { limit } })
    const found = await Promise.all(openHistories(c.env).map(({ history }) => recentRedos(history, limit)))
    const redos = found.flat().toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))
    return { redos: redos.slice(0, limit).map(viewOf) }
  })
}
