// Telling a user that a long job has ended: to browsers or by mail, once for each job, whatever dies in between.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReadySettings } from '#contract/ready.ts'
import { openDirectory } from '#data/database.ts'
import { pushDevices, readyMessages } from '#data/directory/schema-ready.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { ShownMessage } from '#worker/jobs/ready-texts.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { deliverDuties, sendOutgoingMails, standingDuties } from '../support/worker/clock.ts'
import { delivered, endOf, failedBy, newJob } from '../support/worker/jobs.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { mailed } from '../support/worker/premium.ts'
import { setStage } from '../support/worker/stage.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { openPage } from '../support/worker/socket.ts'
import { eq } from 'drizzle-orm'

const warnings = setStage()
const minuteMs = 60_000
const directory = openDirectory(env)

let person: Person
beforeEach(async () => {
  // The sandbox, which checks until when a message is signed, lives in the time of the machine.
  vi.setSystemTime(vi.getRealSystemTime())
  person = await newPerson({ tokens: 100 })
})

interface Browser {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const sandbox = env.PUSH_ORIGINS

/** A browser whose user has allowed messages; the sandbox plays it and its push service. */
async function newBrowser(applicationServerKey: unknown = env.VAPID_PUBLIC_KEY): Promise<Browser> {
  const made = await fetch(`${sandbox}/push/subscriptions`, {
    method: 'POST',
    body: JSON.stringify({ applicationServerKey })
  })
  return made.json()
}

const allow = async ({ endpoint, keys }: Browser, who = person) =>
  dataOf<ReadySettings>(await who.send('POST', '/user/ready/devices', { endpoint, ...keys }))

const choose = async (channel: string, who = person) =>
  dataOf<ReadySettings>(await who.send('PUT', '/user/ready', { channel }))

async function shownOn({ endpoint }: Browser): Promise<ShownMessage[]> {
  const messages: { text: string }[] = await (await fetch(endpoint)).json()
  return messages.map(({ text }) => JSON.parse(text))
}

const break_ = ({ endpoint }: Browser, status: number, count: number) =>
  fetch(`${endpoint}/fault`, { method: 'PUT', body: JSON.stringify({ status, count }) })

const messageOf = async ({ id }: { id: string }) =>
  (await directory.select().from(readyMessages).where(eq(readyMessages.id, id)))[0]

/** Runs a job that was submitted so many seconds ago. @returns the row and the messages for the clock's queue */
async function ended(prompt: string, seconds = 60) {
  const { sent, queues } = standingDuties()
  const queue = new TestQueue(queues)
  const job = await newJob('flux', prompt, { userId: person.userId, createdAt: Date.now() - seconds * 1000 })
  queue.send(job.id)
  await queue.drain()
  return { job, sent }
}

async function told(prompt = 'Маяк') {
  const { job, sent } = await ended(prompt)
  const { performed } = await deliverDuties(env, sent)
  return { job, outcomes: performed.map(({ outcome }) => outcome) }
}

describe('a browser that was allowed to', () => {
  test('hears once of a long job, without its prompt, and its message opens the work', async () => {
    const browser = await newBrowser()
    await allow(browser)
    const { job, sent } = await ended('Тайный маяк')
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
    await allow(browser)
    const { job } = await told('Маяк [сбой:модерация]')
    expect(await endOf(job)).toEqual(failedBy('MODERATED'))
    expect(await shownOn(browser)).toMatchObject([
      { title: 'Изображение не получилось', body: 'Flux. Токены не списаны' }
    ])
  })

  test('hears nothing of a short job, and nothing of one that the user has cancelled', async () => {
    const browser = await newBrowser()
    await allow(browser)
    expect((await ended('Маяк', 5)).sent).toEqual([])
    const job = await newJob('flux', 'Маяк', { userId: person.userId, createdAt: Date.now() - minuteMs })
    expect((await person.send('DELETE', `/jobs/${job.operationId}`)).status).toBe(200)
    expect(await messageOf(job)).toBeUndefined()
  })

  test('hears later when its push service fails, and a second one is not told twice', async () => {
    const [slow, quick] = [await newBrowser(), await newBrowser()]
    await allow(slow)
    await allow(quick)
    await break_(slow, 503, 1)
    const { job, outcomes } = await told()
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
    await allow(browser)
    await break_(browser, status, 9)
    expect((await told()).outcomes).toEqual(['dropped'])
    expect(await dataOf(await person.send('GET', '/user/ready'))).toMatchObject({ channel: 'browser', devices: [] })
  })

  test('hears nothing once its session has ended, or its user has switched it off', async () => {
    const [signedOut, off] = [await newBrowser(), await newBrowser()]
    const { devices } = await allow(off)
    expect((await person.send('DELETE', `/user/ready/devices/${devices[0]!.id}`)).status).toBe(200)
    await allow(signedOut)
    await env.DB.prepare('update sessions set ended_at = 1 where id = ?').bind(person.sessionId).run()
    expect((await told()).outcomes).toEqual(['dropped'])
    expect([await shownOn(signedOut), await shownOn(off)]).toEqual([[], []])
  })

  test('belongs to the account that allowed it last', async () => {
    const browser = await newBrowser()
    await allow(browser)
    const other = await newPerson()
    await allow(browser, other)
    expect((await told()).outcomes).toEqual(['dropped'])
    expect(await shownOn(browser)).toEqual([])
  })

  test('is told after a crash between its order and the end of the job, once', async () => {
    const browser = await newBrowser()
    await allow(browser)
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
    // The clock finds the message that nobody has sent for.
    const at = Date.now() + minuteMs
    await deliverDuties({ ...env, ...queues }, [{ duty: 'ready-messages' }], at)
    await deliverDuties(env, sent, at)
    expect(await shownOn(browser)).toHaveLength(1)
  })
})

describe('a mail', () => {
  test('is sent once for a long job while no page is open', async () => {
    await choose('mail')
    const { job, sent } = await ended('Тайный маяк')
    await deliverDuties(env, [...sent, ...sent])
    await deliverDuties(env, sent, Date.now() + minuteMs)
    await sendOutgoingMails(env, Date.now() + minuteMs)
    await sendOutgoingMails(env, Date.now() + 2 * minuteMs)
    expect(await mailed(person)).toEqual(['Изображение готово: Flux'])
    expect(await messageOf(job)).toMatchObject({ sendAt: null, attempts: 1 })
  })

  test('is not sent while a page of the user is open, which shows the end', async () => {
    await choose('mail')
    const page = await openPage(person)
    expect((await told()).outcomes).toEqual(['dropped'])
    page.socket.close()
    await expect.poll(() => userOf(env, person.userId).hasOpenPage()).toBe(false)
    expect((await told()).outcomes).toEqual(['sent'])
  })
})

describe('the choice', () => {
  test('is none until the user was asked, and nobody is told', async () => {
    expect(await dataOf(await person.send('GET', '/user/ready'))).toEqual({
      channel: null,
      publicKey: env.VAPID_PUBLIC_KEY,
      devices: []
    })
    expect((await ended('Маяк')).sent).toEqual([])
    await choose('none')
    expect((await ended('Маяк')).sent).toEqual([])
  })

  test('of another way forgets the devices', async () => {
    await allow(await newBrowser())
    expect(await choose('mail')).toMatchObject({ channel: 'mail', devices: [] })
    expect(await directory.select().from(pushDevices).where(eq(pushDevices.userId, person.userId))).toEqual([])
  })

  test('keeps the newest ten devices, and one that subscribes again once', async () => {
    const browsers = await Promise.all(Array.from({ length: 11 }, () => newBrowser()))
    for (const [index, browser] of browsers.entries()) {
      vi.setSystemTime(Date.now() + index)
      await allow(browser)
    }
    expect((await allow(browsers[10]!)).devices).toHaveLength(10)
  })

  test.each([
    'http://127.0.0.1:9/push',
    'https://fcm.googleapis.com.evil.ru/x',
    'http://169.254.169.254/latest/meta-data'
  ])('refuses a device at %s, and sends nothing there', async (endpoint) => {
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
    expect(await answered(await person.send('POST', '/user/ready/devices', { endpoint, ...keys }))).toMatchObject({
      status: 422,
      code: 'PUSH_SERVICE_UNKNOWN'
    })
    // A setting may become narrower after a device was added.
    await directory
      .insert(pushDevices)
      .values({ id: endpoint, userId: person.userId, sessionId: person.sessionId, endpoint, ...keys, createdAt: 1 })
    await choose('browser')
    const send = vi.spyOn(globalThis, 'fetch')
    expect((await told()).outcomes).toEqual(['dropped'])
    expect(send.mock.calls.filter(([url]) => String(url).startsWith(endpoint))).toEqual([])
  })

  test('cannot remove the device of somebody else', async () => {
    const { devices } = await allow(await newBrowser())
    const stranger = await newPerson()
    expect((await stranger.send('DELETE', `/user/ready/devices/${devices[0]!.id}`)).status).toBe(404)
    expect(await dataOf(await person.send('GET', '/user/ready'))).toMatchObject({ devices })
  })
})
