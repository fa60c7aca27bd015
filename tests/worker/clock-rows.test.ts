// Each duty of the clock through its queue: messages that are lost, doubled, late or of two runs at once, a process that dies
// between the lease and the message, and a queue that is down.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { stopRenewal } from '#data/directory/subscriptions.ts'
import type { DutyName } from '#contract/duties.ts'
import type { DutyMessage } from '#queues/base/messages.ts'
import { sendDuties } from '#queues/base/send.ts'
import { runCron } from '#worker/clock/cron.ts'
import { deliverDuties, downQueues, queuesLike, standingDuties } from '../support/worker/clock.ts'
import { orderRefund } from '../support/worker/operator.ts'
import { balanceOf, begin, control, newBuyer, pay, refundsOf } from '../support/worker/paying.ts'
import { newPerson } from '../support/worker/person.ts'
import { buyPremium, mailed, moneyTaken, remindedOf } from '../support/worker/premium.ts'
import { catchWarnings } from '../support/worker/wallet-rows.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
let warnings: ReturnType<typeof catchWarnings>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-31T12:00:00+03:00') })
  warnings = catchWarnings()
  for (const table of ['payments', 'subscriptions', 'outgoing_mails', 'refunds'])
    await env.DB.exec(`delete from ${table}`)
  await env.DB.exec('update users set deletion_requested_at = null')
  await control({ notifications: 'never' })
})
/** What is due of a duty. `made` counts what it has done about it: exactly 1 after it is done. */
interface Due {
  at: number
  made: () => Promise<number>
}

const due: Record<'refunds' | 'payments' | 'subscriptions' | 'outgoing-mails' | 'erasures', () => Promise<Due>> = {
  async payments() {
    const person = await newPerson()
    await pay(await begin(person))
    return { at: Date.now() + 2 * minuteMs, made: async () => (await balanceOf(person)) / 550 }
  },
  async subscriptions() {
    const person = await newPerson()
    await buyPremium(person)
    return { at: await remindedOf(person), made: async () => (await moneyTaken(person)) - 1 }
  },
  async 'outgoing-mails'() {
    const person = await newPerson()
    await buyPremium(person)
    const made = async () => (await mailed(person)).filter((subject) => subject === 'Premium подключён').length
    return { at: Date.now(), made }
  },
  async refunds() {
    const { id } = await newBuyer()
    const send = globalThis.fetch
    const lost = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const isRefund = init?.method === 'POST' && String(input).endsWith('/refunds')
      return isRefund ? Promise.reject(new TypeError('The network is away')) : send(input, init)
    })
    expect(await orderRefund(id, { amount_kopecks: 10_000 })).toMatchObject({ status: 503 })
    lost.mockRestore()
    return { at: Date.now() + 10 * minuteMs, made: async () => (await refundsOf(id)).length }
  },
  async erasures() {
    const { userId } = await newPerson()
    await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(userId).run()
    const left = env.DB.prepare('select count(*) as n from users where id = ?').bind(userId)
    return { at: Date.now() + 15 * dayMs, made: async () => 1 - ((await left.first<number>('n')) ?? 1) }
  }
}

const duties = Object.keys(due) as (keyof typeof due)[]

/** Begins a duty. @returns the messages of its rows */
async function begun(duty: DutyName, at: number) {
  vi.setSystemTime(at)
  const { sent, queues } = standingDuties()
  const { performed } = await deliverDuties({ ...env, ...queues }, [{ duty }], at)
  return { rows: sent, performed }
}

describe.each(duties)('what is due of %s', (duty) => {
  test('is done once, although its message comes twice, at once and later', async () => {
    const { at, made } = await due[duty]()
    const { rows } = await begun(duty, at)
    expect(rows).toHaveLength(1)
    expect(await made()).toBe(0)
    const { performed } = await deliverDuties(env, [...rows, ...rows], at)
    // An erasure needs no lease: what is deleted twice is gone.
    expect(performed.filter(({ outcome }) => outcome === 'void')).toHaveLength(duty === 'erasures' ? 0 : 1)
    await deliverDuties(env, rows, at + 1000)
    expect(await made()).toBe(1)
  })

  test('is done once by two runs at once', async () => {
    const { at, made } = await due[duty]()
    const both = await Promise.all([begun(duty, at), begun(duty, at)])
    await Promise.all(both.map(({ rows }) => deliverDuties(env, rows, at)))
    expect(await made()).toBe(1)
  })

  test('is done by a later minute when its message was lost or could not be sent', async () => {
    const { at, made } = await due[duty]()
    vi.setSystemTime(at)
    const { performed } = await deliverDuties({ ...env, ...downQueues() }, [{ duty }], at)
    expect(performed).toEqual([{ duty, isRow: false, outcome: null }])
    expect(warnings()).toContainEqual(expect.objectContaining({ event: 'cron-failed', duty }))
    // The messages of this minute are lost.
    await begun(duty, at + 2 * minuteMs)
    const { rows } = await begun(duty, at + 4 * minuteMs)
    await deliverDuties(env, rows, Date.now())
    expect(await made()).toBe(1)
  })
})

test('a message that comes after its owner has changed the plan does nothing', async () => {
  const person = await newPerson()
  await buyPremium(person)
  const { rows } = await begun('subscriptions', await remindedOf(person))
  await stopRenewal(openDirectory(env), person.userId, Date.now())
  const { performed } = await deliverDuties(env, rows, Date.now())
  expect(performed).toEqual([{ duty: 'subscriptions', isRow: true, outcome: 'void' }])
  expect(await moneyTaken(person)).toBe(1)
})

test('a duty that hangs holds up no other', async () => {
  const person = await newPerson()
  await pay(await begin(person))
  const { rows } = await begun('payments', Date.now() + 2 * minuteMs)
  const MEDIA = { list: () => new Promise(() => undefined) } as unknown as R2Bucket
  const hanging = deliverDuties({ ...env, MEDIA }, [{ duty: 'uploads' }], Date.now())
  await deliverDuties(env, rows, Date.now())
  expect(await Promise.race([hanging, Promise.resolve('still hanging')])).toBe('still hanging')
  expect(await balanceOf(person)).toBe(550)
})

const nameOf = ({ body: { duty, row } }: MessageSendRequest<DutyMessage>) => (row ? `${duty} ${row.id}` : duty)

test('neither a wave of rows nor YooKassa that hangs stands before other duties: their messages are in other queues', async () => {
  const taken: Record<string, string[]> = {}
  const queueOf = (name: string) =>
    queuesLike(async (messages) => void (taken[name] = [...messages].map(nameOf))).DUTIES
  const row = { id: 'x', until: 1 }
  await sendDuties({ ...env, DUTIES: queueOf('begin'), DUTY_ROWS: queueOf('rows'), MONEY_ROWS: queueOf('money') }, [
    ...duties.map((duty) => ({ duty, row })),
    { duty: 'payments' as const },
    { duty: 'jobs' as const }
  ])
  expect(taken).toEqual({
    begin: ['payments', 'jobs'],
    rows: ['outgoing-mails x', 'erasures x'],
    money: ['payments x', 'subscriptions x', 'refunds x']
  })
})

test('a queue that is down is reported, and the next minute begins everything', async () => {
  expect(await runCron({ ...env, ...downQueues() }, Date.now())).toMatchObject({ begun: null })
  expect(warnings()).toContainEqual(expect.objectContaining({ event: 'cron-failed', duty: 'queue' }))
  const { sent, queues } = standingDuties()
  await runCron({ ...env, ...queues }, Date.now() + minuteMs)
  expect(sent.map(({ duty }) => duty)).toEqual(expect.arrayContaining(['payments', 'retention']))
})

test('records past their time are deleted portion after portion by one message, until none is left', async () => {
  await env.DB.exec(
    `insert into sessions (id, user_id, refresh_hash, user_agent, ip, created_at, last_seen_at, expires_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 2200)
      select 'old-' || i, 'nobody', 'old-' || i, '', '', 1, 1, 1 from n`.replaceAll('\n', ' ')
  )
  const { sent, queues } = standingDuties()
  let portions = 0
  for (sent.push({ duty: 'retention' }); sent.length > 0; portions++)
    await deliverDuties({ ...env, ...queues }, sent.splice(0), Date.now())
  expect(portions).toBe(1)
  expect(await env.DB.prepare(`select count(*) as n from sessions where id like 'old-%'`).first('n')).toBe(0)
})

test('a message that is no duty, and one whose processing died, are told and acknowledged', async () => {
  const alarm = vi.spyOn(console, 'error').mockReturnValue()
  const unreadable = await deliverDuties(env, [{ duty: 'nonsense' }, 'nonsense'])
  const row = { id: 'some-payment', until: 1 }
  const dead = await deliverDuties(env, [{ duty: 'payments', row }], Date.now(), 'dead-duties')
  expect([unreadable, dead]).toEqual([
    { performed: [], acknowledged: 2 },
    { performed: [], acknowledged: 1 }
  ])
  expect(warnings()).toEqual([])
  expect(alarm.mock.calls.flat().join()).toMatch(/duty-dead.*payments.*some-payment/)
})
