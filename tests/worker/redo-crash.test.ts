// A Worker that dies while it records that a work is broken, or before it begins the job that makes it once more.
import { describe, expect, test } from 'vitest'
import { guardedDatabases, type Moment } from '../support/worker/breaking.ts'
import { moneyOf } from '../support/worker/generating.ts'
import { endOf, jobOf } from '../support/worker/jobs.ts'
import { newFinishedJob } from '../support/worker/finished-job.ts'
import { newPerson } from '../support/worker/person.ts'
import { png } from '../support/worker/pictures.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { ask, free, jobIn, made, redosOf, rowOf, tokens } from '../support/worker/redoing.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()

/** D1 that answers so many statements and then nothing. */
function dyingAt(call: number, moment: Moment) {
  let calls = 0
  let isDead = false
  const bindings = guardedDatabases(async (run) => {
    calls += 1
    if (isDead) throw new Error('Dead')
    isDead = calls === call
    if (isDead && moment === 'before') throw new Error('Died')
    const result = await run()
    if (isDead) throw new Error('Died')
    return result
  })
  return { bindings, hasDied: () => isDead }
}

/** A delivered work, for which its user paid before. */
async function finished() {
  const person = await newPerson({ tokens })
  const options = { prompt: 'Маяк', size: '128x128', quality: 'medium' }
  const { id } = await newFinishedJob(person, png(80, 64), { parameters: { prompt: 'Маяк' }, options })
  return { person, work: await jobOf({ id }), queue: new TestQueue() }
}

describe('a Worker that dies', () => {
  test.each(['before', 'after'] as const)(
    '%s any statement of a claim loses nothing and starts nothing twice: asked again, one job is made',
    async (moment) => {
      let deaths = 0
      for (let call = 1; ; call++) {
        const { person, work, queue } = await finished()
        const { bindings, hasDied } = dyingAt(call, moment)
        await ask(person, work, { ...queue.bindings, ...bindings })
        if (!hasDied()) break
        deaths += 1
        const job = await jobIn(await ask(person, work, queue.bindings))
        // What announced the job may be lost with the Worker: the sweep would send it.
        queue.send((await rowOf(person, job)).id)
        await queue.drain()
        expect(await endOf(await rowOf(person, job))).toEqual(free)
        expect(await redosOf(person)).toHaveLength(1)
        expect(await moneyOf(person)).toEqual({ availableTokens: tokens, reservedTokens: 0 })
      }
      expect(deaths).toBeGreaterThan(3)
    }
  )

  test('between the record and the job leaves a record that continues', async () => {
    const { person, work, queue } = await made('dalle', 'Маяк')
    const dying = guardedDatabases((run, name) =>
      name.startsWith('insert into "jobs"') ? Promise.reject(new Error('Died')) : run()
    )
    expect((await ask(person, work, { ...queue.bindings, ...dying })).status).toBe(500)
    expect(await jobOf(work)).toMatchObject({ redoAttempts: 1 })
    expect(await redosOf(person)).toEqual([])
    await jobIn(await ask(person, work, queue.bindings))
    await queue.drain()
    expect((await redosOf(person)).map(({ step }) => step)).toEqual(['completed'])
  })
})
