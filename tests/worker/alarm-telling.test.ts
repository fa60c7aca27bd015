// How people are told of alarms: together, once, again after a day, and although a channel or the queue is away.
import { createHmac } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { runCron } from '#worker/clock/cron.ts'
import { tellAlarms } from '#worker/clock/tell-alarms.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { downQueues, runCron as runWhole } from '../support/worker/clock.ts'
import { because, operate } from '../support/worker/operator.ts'
import { control } from '../support/worker/paying.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'
import {
  alarmRows,
  emptyAlarms,
  heard,
  hooks,
  mails,
  messagesHeard,
  refuseMessages,
  webhookSecret,
  withChannels
} from '../support/worker/telling.ts'
import { catchWarnings, passMs, stopClock } from '../support/worker/wallet-rows.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
let warnings: ReturnType<typeof catchWarnings>

beforeEach(async () => {
  stopClock()
  vi.setSystemTime(Math.ceil(Date.now() / hourMs) * hourMs + 5 * minuteMs)
  warnings = catchWarnings()
  catchAlarms()
  await emptyAlarms()
  await control({ mailFault: null, speed: 2000 })
})
const tell = () => tellAlarms(withChannels, Date.now())
const freeze = (userId = 'h1-someone') => raiseAlarm(env, userId, { event: 'wallet-frozen', violation: 'test' })
const miss = (paymentId: string) => raiseAlarm(env, 'h1-someone', { event: 'refund-missed', paymentId })

/** The minutes of the clock. */
async function tellFor(ms: number, everyMs = minuteMs) {
  for (let passed = 0; passed < ms; passed += everyMs) {
    await tell()
    passMs(everyMs)
  }
}

const each = (count: number) => ({ mail: count, telegram: count, webhook: count })

describe('alarms', () => {
  test('of one minute are one message on each channel, the urgent ones first', async () => {
    await raiseAlarm(env, '', { event: 'duty-dead', duty: 'refunds', row: null })
    await freeze('h1-one')
    await freeze('h2-other')
    expect(await tell()).toEqual({ due: 3, failed: [] })
    expect(await messagesHeard()).toEqual(each(1))
    const [hook] = await hooks()
    const body = JSON.parse(hook!.body) as { title: string; alarms: { kind: string; url: string }[] }
    expect(body.title).toBe('Тревоги: 3, срочных: 3')
    expect(body.alarms.map(({ kind }) => kind)).toEqual(['duty-dead', 'wallet-frozen', 'wallet-frozen'])
    expect(body.alarms[1]!.url).toBe(`${env.SITE_ORIGIN}/operator/#/people/h1-one`)
  })

  test('that come again are counted in the open one, and are not sent twice', async () => {
    await freeze()
    await tellFor(5 * minuteMs)
    for (let times = 0; times < 3; times++) {
      passMs(hourMs)
      await freeze()
      await tell()
    }
    expect(await messagesHeard()).toEqual(each(1))
    expect(await alarmRows()).toMatchObject([{ count: 4, firstAt: expect.any(Number), lastAt: Date.now() }])
  })

  test('are said again every day while they are open, and no more when they are ended', async () => {
    await freeze()
    await tellFor(3 * dayMs, 4 * hourMs)
    expect(await messagesHeard()).toEqual(each(3))
    const [row] = await alarmRows()
    expect(await operate('POST', `/alarms/${row!.id}/resolve`, because())).toMatchObject({ status: 200 })
    await tellFor(2 * dayMs, 4 * hourMs)
    expect(await messagesHeard()).toEqual(each(3))
    await freeze()
    await tell()
    expect(await messagesHeard()).toEqual(each(4))
    expect(await alarmRows()).toMatchObject([{ count: 1, resolvedAt: null }, { resolvedAt: expect.any(Number) }])
  })

  test('that are not urgent are told once, all those of an hour together', async () => {
    for (const payment of ['payment-1', 'payment-2', 'payment-3']) {
      await miss(payment)
      await tellFor(10 * minuteMs, 5 * minuteMs)
    }
    expect(await messagesHeard()).toEqual(each(0))
    await tellFor(2 * dayMs, 30 * minuteMs)
    expect(await messagesHeard()).toEqual(each(1))
    // After a day of silence a repetition is news.
    await miss('payment-2')
    await tellFor(hourMs + minuteMs, 20 * minuteMs)
    expect(await messagesHeard()).toEqual(each(2))
  })

  test('of two runs at once are told once', async () => {
    await freeze()
    await Promise.all([tell(), tell(), tell()])
    expect(await messagesHeard()).toEqual(each(1))
  })

  test('too many for one message are counted in it, and the webhook has all', async () => {
    for (let index = 0; index < 10; index++) await freeze(`h1-user-${index}`)
    await tell()
    const { telegram } = await heard()
    expect(telegram).toEqual([expect.stringContaining('h1-user-0, h1-user-1, h1-user-2 и ещё 7')])
    expect(JSON.parse((await hooks())[0]!.body)).toMatchObject({ alarms: expect.objectContaining({ length: 10 }) })
  })

  test('are told by the clock, and by its run itself while the queues are down', async () => {
    await freeze()
    await runWhole(withChannels, Date.now())
    expect(await messagesHeard()).toEqual(each(1))
    await freeze('h2-other')
    await runCron({ ...withChannels, ...downQueues() }, Date.now())
    expect(await messagesHeard()).toEqual(each(2))
  })

  test('without any channel stay in the list', async () => {
    await freeze()
    const silent = { ...env, ALARM_MAIL_TO: undefined } as unknown as Env
    await tellAlarms(silent, Date.now())
    expect(await alarmRows()).toMatchObject([{ pagedAt: null, resolvedAt: null }])
  })
})

describe('a channel that fails', () => {
  test('is tried again with growing pauses; the others are not told twice', async () => {
    await refuseMessages('telegram', 500, 3)
    await freeze()
    const heardAt: number[] = []
    for (let minutes = 0; minutes < 12; minutes++) {
      await tell()
      heardAt.push((await messagesHeard()).telegram)
      passMs(minuteMs)
    }
    // Tried in the minutes 0, 1, 3 and 7.
    expect(heardAt.indexOf(1)).toBe(7)
    expect(await messagesHeard()).toEqual(each(1))
    const failed = warnings().filter(({ event }) => event === 'alarm-channel-failed')
    expect(failed).toEqual(
      Array(3).fill(expect.objectContaining({ channel: 'telegram', failure: 'telegram server 500 500' }))
    )
  })

  test.each([
    ['a receiver that refuses', () => refuseMessages('alarm-webhook', 403, 1), 'webhook'],
    ['a chat that is asked too often', () => refuseMessages('telegram', 429, 1), 'telegram'],
    ['mail that is down', () => control({ mailFault: 'mail-down', mailFaultCount: 1 }), 'mail']
  ] as const)('%s loses nothing', async (_, fail, channel) => {
    await fail()
    await freeze()
    expect(await tell()).toEqual({ due: 1, failed: [channel] })
    expect(await messagesHeard()).toEqual({ ...each(1), [channel]: 0 })
    await tellFor(5 * minuteMs)
    expect(await messagesHeard()).toEqual(each(1))
  })

  test('for a day keeps nothing from the others: they say what is still open', async () => {
    await refuseMessages('telegram', 401, 1000)
    await freeze()
    await tellFor(2 * dayMs, hourMs)
    const { mail, telegram, webhook } = await messagesHeard()
    expect({ telegram, webhook }).toEqual({ telegram: 0, webhook: mail })
    expect(mail).toBe(2)
  })
})

test('a webhook is signed, and the same message has the same key', async () => {
  await freeze()
  // The outcome is not stored, as if the process had died.
  const DB = changedBinding(env.DB, { batch: () => Promise.reject(new Error('Died')) })
  const dying = Object.assign(Object.create(null), withChannels, { DB })
  await expect(tellAlarms(dying, Date.now())).rejects.toThrow('Died')
  passMs(3 * minuteMs)
  await tell()
  const [first, second] = await hooks()
  expect(second!.key).toBe(first!.key)
  const [, seconds = '', digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(second!.signature) ?? []
  expect(Number(seconds)).toBe(Math.floor(Date.now() / 1000))
  expect(createHmac('sha256', webhookSecret).update(`${seconds}.${second!.body}`).digest('hex')).toBe(digest)
})

test('a mail has a button to the list and shows no markup of what it names', async () => {
  await raiseAlarm(env, '', { event: 'backup-late', subject: '<b>2026-11-24</b>' })
  await tell()
  const [mail] = await mails()
  expect(mail!.html).toContain(`href="${env.SITE_ORIGIN}/operator/#/alarms"`)
  expect(mail!.html).not.toContain('<b>')
})

test('an alarm that cannot be stored is in the log, and its cause goes on', async () => {
  const DB = changedBinding(env.DB, {
    prepare: () => {
      throw new Error('Away')
    }
  })
  await expect(raiseAlarm({ DB }, 'h1-someone', { event: 'wallet-frozen', violation: 'test' })).resolves.toBeUndefined()
  expect(warnings()).toMatchObject([{ event: 'alarm-not-stored', alarm: 'wallet-frozen' }])
})
