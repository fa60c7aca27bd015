// Many jobs at once: all end, none is started or charged twice, and no provider gets more than its limit.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { jobs as rows } from '#data/history/schema.ts'
import { openHistories } from '#data/base/database.ts'
import { count, eq, inArray, and } from 'drizzle-orm'
import { stepsAtProvider } from '#domain/job.ts'
import { sendJob } from '#queues/base/send.ts'
import { delivered, endOf, expectAtRest, jobOf, newJob, newMaker, startsAt } from '../support/worker/jobs.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { catchWarnings, rowsOf, stopClock } from '../support/worker/wallet-rows.ts'

const jobsMax = Number(env.LIMIT_PROVIDER_JOBS)
/** A smaller limit, which the same crowd of jobs exceeds as far with fewer of them. */
const fewAtOnce = 2

async function atProvider(provider: 'openai' | 'bfl'): Promise<number> {
  const counted = await Promise.all(
    openHistories(env).map(({ history }) =>
      history
        .select({ taken: count() })
        .from(rows)
        .where(and(eq(rows.provider, provider), inArray(rows.step, [...stepsAtProvider])))
    )
  )
  return counted.flat().reduce((sum, { taken }) => sum + taken, 0)
}

describe('many jobs at once', () => {
  beforeEach(() => {
    stopClock()
    catchWarnings()
  })

  test('are all delivered and charged once, within the limit of each provider', { timeout: 600_000 }, async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => newMaker()))
    const jobs = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        newJob(index % 2 === 0 ? 'dalle' : 'flux', `Маяк ${index}`, { userId: users[index % 4]! })
      )
    )
    const queue = new TestQueue({ LIMIT_PROVIDER_JOBS: String(fewAtOnce) })
    for (const { id } of jobs) queue.send(id)
    let mostAtOnce = 0
    while (queue.length > 0) {
      await queue.step()
      mostAtOnce = Math.max(mostAtOnce, ...(await Promise.all([atProvider('openai'), atProvider('bfl')])))
    }
    const ends = await Promise.all(jobs.map(endOf))
    expect(ends).toEqual(jobs.map(() => delivered))
    await expectAtRest(...jobs)
    expect(mostAtOnce).toBe(fewAtOnce)
    for (const provider of ['openai', 'bfl']) {
      const { started, running, maxRunning } = await startsAt(provider)
      expect({ started, running }).toEqual({ started: 4, running: 0 })
      expect(maxRunning).toBeLessThanOrEqual(fewAtOnce)
    }
  })
})

/** As other jobs have them that run for a long time. */
const takePlaces = (places: number) =>
  env.DB.prepare(
    `insert into provider_places (job_id, provider, waits_since, taken_until)
     with recursive place(number) as (select 1 union all select number + 1 from place where number < ?)
     select 'other-' || number, 'bfl', 1, 9000000000000000 from place`
  )
    .bind(places)
    .run()

test(
  'jobs in the real queue all end, although they are more than the provider’s limit',
  { timeout: 180_000 },
  async () => {
    const free = 1
    await takePlaces(jobsMax - free)
    const jobs = await Promise.all(Array.from({ length: free + 2 }, (_, index) => newJob('flux', `Маяк ${index}`)))
    await Promise.all(jobs.map((job) => sendJob(env, job)))
    await vi.waitFor(
      async () => {
        for (const job of jobs) {
          expect(await jobOf(job)).toMatchObject({ step: 'completed', dueAt: null })
          expect(await rowsOf(job.userId)).toMatchObject({ nextDueAt: null })
        }
      },
      { timeout: 150_000, interval: 200 }
    )
    await expectAtRest(...jobs)
  }
)
