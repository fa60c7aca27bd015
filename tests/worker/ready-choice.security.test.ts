// How a user chooses to hear of jobs that are ready, and which addresses may be told.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { pushDevices } from '#data/directory/schema-ready.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { allow, choose, ended, newBrowser, told } from '../support/worker/ready.ts'
import { setStage } from '../support/worker/stage.ts'

setStage()
const directory = openDirectory(env)

let person: Person
beforeEach(async () => {
  person = await newPerson({ tokens: 100 })
})

describe('the choice', () => {
  test('is none until the user was asked, and no device gets a message', async () => {
    expect(await dataOf(await person.send('GET', '/user/ready'))).toEqual({
      channel: null,
      publicKey: env.VAPID_PUBLIC_KEY,
      devices: []
    })
    expect((await ended(person, 'Маяк')).sent).toEqual([])
    await choose(person, 'none')
    expect((await ended(person, 'Маяк')).sent).toEqual([])
  })

  test('of another way forgets the devices', async () => {
    await allow(person, await newBrowser())
    expect(await choose(person, 'mail')).toMatchObject({ channel: 'mail', devices: [] })
    expect(await directory.select().from(pushDevices).where(eq(pushDevices.userId, person.userId))).toEqual([])
  })

  test('keeps the newest ten devices, and one that subscribes again once', async () => {
    const browsers = await Promise.all(Array.from({ length: 11 }, () => newBrowser()))
    for (const [index, browser] of browsers.entries()) {
      vi.setSystemTime(Date.now() + index)
      await allow(person, browser)
    }
    expect((await allow(person, browsers[10]!)).devices).toHaveLength(10)
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
    await choose(person, 'browser')
    const send = vi.spyOn(globalThis, 'fetch')
    expect((await told(person)).outcomes).toEqual(['dropped'])
    expect(send.mock.calls.filter(([url]) => String(url).startsWith(endpoint))).toEqual([])
  })

  test('cannot remove the device of another user', async () => {
    const { devices } = await allow(person, await newBrowser())
    const stranger = await newPerson()
    expect((await stranger.send('DELETE', `/user/ready/devices/${devices[0]!.id}`)).status).toBe(404)
    expect(await dataOf(await person.send('GET', '/user/ready'))).toMatchObject({ devices })
  })
})
