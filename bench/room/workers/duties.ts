// The API Worker with the calls of bench/first-word and one more, which performs a duty of the clock on request.
import { openHistories } from '#data/base/database.ts'
import { usersAfter } from '#data/both/reconciliation.ts'
import { purgeOld } from '#data/directory/retention.ts'
import { sweepJobs } from '#queues/sweep.ts'
import { rowDuties } from '#worker/clock/duties.ts'
import seeded from '../../first-word/workers/seeded.ts'
import { type DutyName, dutyPath } from '../paths.ts'

export * from '../../first-word/workers/seeded.ts'

async function erase(env: Env, now: number): Promise<void> {
  for (const lease of await rowDuties.erasures.take(env, now)) await rowDuties.erasures.handle(env, lease)
}

const duties: Record<DutyName, (env: Env) => Promise<unknown>> = {
  purge: (env) => purgeOld(env, Date.now()),
  erasure: (env) => erase(env, Date.now()),
  sweep: (env) => sweepJobs(env, Date.now()),
  'page of users': (env) => usersAfter(env, 'h2-8', 100),
  nothing: async (env) => openHistories(env).length
}

async function perform(request: Request, env: Env): Promise<Response> {
  const { duty } = await request.json<{ duty: DutyName }>()
  return Response.json(await duties[duty](env))
}

export default {
  ...seeded,
  fetch: (request, env, context) =>
    new URL(request.url).pathname === dutyPath ? perform(request, env) : seeded.fetch(request, env, context)
} satisfies ExportedHandler<Env>
