// Telling a user that a long job has ended: to browsers or by mail, once for each job, whatever dies in between.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { deliverDuties, sendOutgoingMails, standingDuties } from '../support/worker/clock.ts'
import { delivered, endOf, failedBy, newJob } from '../support/worker/jobs.ts'
import { dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { mailed } from '../support/worker/premium.ts'
import { allow, breakService, choose, ended, messageOf, newBrowser, shownOn, told } from '../support/worker/ready.ts'
import { openPage } from '../support/worker/socket.ts'
import { setStage } from '../support/worker/stage.ts'
import { TestQueue } from '../support/worker/test-queue.ts'

const warnings = setStage()
const minuteMs = 60_000

let person: Person
beforeEach(async () => {
  // The sandbox, which checks until when a message is signed, lives in the time of the machine.
  vi.setSystemTime(vi.getRealSystemTime())
  person = await newPerson({ tokens: 100 })
})

describe('a browser that was allowed to', () => {
  test('hears once of a long job, without its prompt, and its message opens the work', async () => {
    const browser = await newBrowser()
    await allow(person, browser)
    const { job, sent } = await ended(person, 'Тайный маяк')
    expect(await endOf(job)).toEqual(delivered)
    expect(sent).toHaveLength(1)
    const { performed } = await deliverDuties(env, [...sent, ...sent])
    expect(warnings()).toEqual([])
    expect(performed.map(({ outcome }) => outcome).toSorted()).toEqual(['sent', 'void'])
    await deliverDuties(env, sent, Date.now() + minuteMs)
    expect(await shownOn(browser)).toEqual([
      {
        title: 'Изображение готово',
        body: 'Flux. Нажмите, чтобы открыть',
        path: `/library?work=${job.operationId}`,
        tag: job.operationId
      }
    ])
    expect(await messageOf(job)).toMatchObject({ sendAt: null, sentAt: expect.any(Number) })
  })

  test('hears of a failure, which cost nothing', async () => {
    const browser = await newBrowser()
    await allow(person, browser)
    const { job } = await told(person, 'Маяк [сбой:модерация]')
    expect(await endOf(job)).toEqual(failedBy('MODERATED'))
    expect(await shownOn(browser)).toMatchObject([
      { title: 'Изображение не получилось', body: 'Flux. Токены не списаны' }
    ])
  })

  test('hears nothing of a short job, and nothing of one that the user has cancelled', async () => {
    const browser = await newBrowser()
    await allow(person, browser)
    expect((await ended(person, 'Маяк', 5)).sent).toEqual([])
    const job = await newJob('flux', 'Маяк', { userId: person.userId, createdAt: Date.now() - minuteMs })
    expect((await person.send('DELETE', `/jobs/${job.operationId}`)).status).toBe(200)
    expect(await messageOf(job)).toBeUndefined()
  })

  test('hears later when its push service fails, and a second one is not told twice', async () => {
    const [slow, quick] = [await newBrowser(), await newBrowser()]
    await allow(person, slow)
    await allow(person, quick)
    await breakService(slow, 503, 1)
    const { job, outcomes } = await told(person)
    expect(outcomes).toEqual(['failed'])
    expect([(await shownOn(slow)).length, (await shownOn(quick)).length]).toEqual([0, 1])
    expect(warnings()).toContainEqual(expect.objectContaining({ event: 'ready-message-failed', jobId: job.id }))
    const { sendAt } = (await messageOf(job))!
    await fetch(quick.endpoint, { method: 'DELETE' })
    const at = Date.now() + 2 * minuteMs
    await deliverDuties(env, [{ duty: 'ready-messages', row: { id: job.id, until: sendAt } }], at)
    expect([(await shownOn(slow)).length, (await shownOn(quick)).length]).toEqual([1, 1])
  })

  test.each([404, 410])('is forgotten when its service answers %i', async (status) => {
    const browser = await newBrowser()
    await allow(person, browser)
    await breakService(browser, status, 9)
    expect((await told(person)).outcomes).toEqual(['dropped'])
    expect(await dataOf(await person.send('GET', '/user/ready'))).toMatchObject({ channel: 'browser', devices: [] })
  })

  test('hears nothing once its session has ended, or its user has switched it off', async () => {
    const [signedOut, off] = [await newBrowser(), await newBrowser()]
    const { devices } = await allow(person, off)
    expect((await person.send('DELETE', `/user/ready/devices/${devices[0]!.id}`)).status).toBe(200)
    await allow(person, signedOut)
    await env.DB.prepare('update sessions set ended_at = 1 where id = ?').bind(person.sessionId).run()
    expect((await told(person)).outcomes).toEqual(['dropped'])
    expect([await shownOn(signedOut), await shownOn(off)]).toEqual([[], []])
  })

  test('belongs to the account that allowed it last', async () => {
    const browser = await newBrowser()
    await allow(person, browser)
    const other = await newPerson()
    await allow(other, browser)
    expect((await told(person)).outcomes).toEqual(['dropped'])
    expect(await shownOn(browser)).toEqual([])
  })

  test('is told after a crash between its order and the end of the job, once', async () => {
    const browser = await newBrowser()
    await allow(person, browser)
    const { sent, queues } = standingDuties()
    let failures = 1
    const dying = guardedDatabases((run, query) => {
      const closes = query.includes('"charged_tokens" = ?') && failures-- > 0
      return closes ? Promise.reject(new Error('The process dies here')) : run()
    })
    const queue = new TestQueue({ ...queues, ...dying })
    const job = await newJob('flux', 'Маяк', { userId: person.userId, createdAt: Date.now() - minuteMs })
    queue.send(job.id)
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    expect(failures).toBeLessThan(1)
    expect((await messageOf(job))?.sentAt).toBeNull()
    expect(sent).toEqual([])
    // The clock finds a message whose queue message was lost.
    const at = Date.now() + minuteMs
    await deliverDuties({ ...env, ...queues }, [{ duty: 'ready-messages' }], at)
    await deliverDuties(env, sent, at)
    expect(await shownOn(browser)).toHaveLength(1)
  })
})

/** Long jobs of one submission, of which those with these numbers fail. */
async function batch(...failing: number[]) {
  const id = `batch-${crypto.randomUUID()}`
  const { sent, queues } = standingDuties()
  const createdAt = Date.now() - minuteMs
  const submit = (index: number) =>
    newJob('flux', failing.includes(index) ? `Маяк ${index} [сбой:модерация]` : `Маяк ${index}`, {
      userId: person.userId,
      createdAt,
      batch: { id, index, size: 3 }
    })
  const jobs = [await submit(0), await submit(1), await submit(2)]
  const run = async (numbers: number[]) => {
    await Promise.all(
      numbers.map(async (number) => {
        const queue = new TestQueue(queues)
        queue.send(jobs[number]!.id)
        await queue.drain()
      })
    )
    return (await deliverDuties(env, sent.splice(0))).performed.map(({ outcome }) => outcome)
  }
  return { id, jobs, run }
}

describe('jobs of one submission', () => {
  test('are told of once, when the last of them has ended, also of two that end together', async () => {
    const browser = await newBrowser()
    await allow(person, browser)
    const { id, jobs, run } = await batch(0)
    expect(await run([0])).toEqual([])
    expect(await run([1, 2])).toEqual(['sent'])
    expect(await shownOn(browser)).toEqual([
      {
        title: 'Набор готов: 2 из 3',
        body: 'Flux. Нажмите, чтобы открыть',
        path: `/library?work=${id}-2`,
        tag: `${id}-2`
      }
    ])
    expect(await messageOf(jobs[0]!)).toMatchObject({ sentAt: expect.any(Number) })
  })

  test('are told of although the user has cancelled the last one', async () => {
    await choose(person, 'mail')
    const { jobs, run } = await batch()
    expect(await run([0, 1])).toEqual([])
    expect((await person.send('DELETE', `/jobs/${jobs[2]!.operationId}`)).status).toBe(200)
    expect(await messageOf(jobs[0]!)).toMatchObject({ facts: { batch: { made: 2, size: 3 } } })
  })

  test('of which nothing was made are told of as a failure', async () => {
    const browser = await newBrowser()
    await allow(person, browser)
    const { run } = await batch(0, 1, 2)
    await run([0, 1, 2])
    expect(await shownOn(browser)).toMatchObject([{ title: 'Набор не получился', body: 'Flux. Токены не списаны' }])
  })
})

describe('a mail', () => {
  test('is sent once for a long job while no page is open', async () => {
    await choose(person, 'mail')
    const { job, sent } = await ended(person, 'Тайный маяк')
    await deliverDuties(env, [...sent, ...sent])
    await deliverDuties(env, sent, Date.now() + minuteMs)
    await sendOutgoingMails(env, Date.now() + minuteMs)
    await sendOutgoingMails(env, Date.now() + 2 * minuteMs)
    expect(await mailed(person)).toEqual(['Изображение готово: Flux'])
    expect(await messageOf(job)).toMatchObject({ sendAt: null, attempts: 1 })
  })

  test('is not sent while a page of the user is open, which shows the end', async () => {
    await choose(person, 'mail')
    const page = await openPage(person)
    expect((await told(person)).outcomes).toEqual(['dropped'])
    page.socket.close()
    await expect.poll(() => userOf(env, person.userId).hasOpenPage()).toBe(false)
    expect((await told(person)).outcomes).toEqual(['sent'])
  })
})
