// The list of all users' jobs: found by state, provider, service and age, page by page, by an index.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { OperatorJob } from '#contract/operator/jobs/jobs.ts'
import { openHistory } from '#data/base/database.ts'
import { watchedJobs } from '#data/history/job-watch.ts'
import { jobs } from '#data/history/schema.ts'
import { runOnD1 } from '../support/worker/histories.ts'
import { delivered, endOf, newJob, newMaker } from '../support/worker/jobs.ts'
import { operate } from '../support/worker/operator.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { setStage } from '../support/worker/stage.ts'
import { TestQueue } from '../support/worker/test-queue.ts'

setStage()

const minuteMs = 60_000

async function listed(query: string) {
  const { data } = await operate('GET', `/jobs?${query}`)
  return data as { jobs: OperatorJob[]; next: string | null }
}

describe('the list', () => {
  test('shows open jobs oldest first, by provider, step and age, and no word of what was asked', async () => {
    await runOnD1('delete from jobs')
    const now = Date.now()
    const old = await newJob('flux', 'Тайный маяк', { createdAt: now - 20 * minuteMs })
    const young = await newJob('dalle', 'Тайный маяк', { createdAt: now - minuteMs })
    const ended = await newJob('flux', 'Маяк')
    const queue = new TestQueue()
    queue.send(ended.id)
    await queue.drain()
    expect(await endOf(ended)).toEqual(delivered)
    const ids = async (query: string) => (await listed(query)).jobs.map(({ id }) => id)
    expect(await ids('')).toEqual([old.id, young.id])
    expect(await ids('older_minutes=10')).toEqual([old.id])
    expect(await ids('provider=openai')).toEqual([young.id])
    expect(await ids('service=flux')).toEqual([old.id])
    expect(await ids('state=running')).toEqual([])
    expect(await ids('state=ended')).toEqual([ended.id])
    expect(await ids('state=failed')).toEqual([])
    const { data } = await operate('GET', `/jobs/${old.id}`)
    expect(JSON.stringify([await listed(''), data])).not.toContain('маяк')
  })

  test.each(['open', 'completed'])('is read page by page and neither skips nor repeats a job: %s', async (state) => {
    await runOnD1('delete from jobs')
    const template = await newJob('flux', 'Маяк')
    // Its id may be one of those that are made here.
    await runOnD1('delete from jobs where id = ?', template.id)
    const made: string[] = []
    for (let index = 0; index < 120; index++) {
      const id = `${template.id.slice(0, -4)}${String(index).padStart(4, '0')}`
      const at = Date.now() - Math.floor(index / 3) * 1000
      const over = state === 'open' ? {} : { step: 'completed' as const, finishedAt: at, chargedTokens: 3, dueAt: null }
      await openHistory(env, template.id)
        .insert(jobs)
        .values({ ...template, ...over, id, operationId: `operation-${index}`, createdAt: at })
      made.push(id)
    }
    const seen: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const { jobs: page, next } = await listed(`state=${state}${after && `&after=${after}`}`)
      seen.push(...page.map(({ id }) => id))
      after = next
    }
    expect(seen.length).toBe(120)
    expect(seen.toSorted()).toEqual(made.toSorted())
  })

  test.each([true, false])('is found by the index of services: ended %s', async (isEnded) => {
    const userId = await newMaker()
    const page = { isEnded, step: null, provider: null, until: 1, since: 0, after: null, limit: 50 }
    const { steps } = await plansOf(userId, () =>
      watchedJobs(openHistory(env, userId), { ...page, services: ['flux', 'dalle'] })
    )
    const read = steps.filter((step) => step.includes('jobs'))
    expect(read).toHaveLength(2)
    for (const step of read) expect(step).toMatch(/SEARCH jobs USING INDEX jobs_finished \(service=\?/)
  })
})
