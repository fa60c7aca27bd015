// Premium over a long time: the cron runs whenever something is due, and nothing else happens than what a test does.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { requestDeletion } from '#data/directory/erasure.ts'
import { dayMs, monthsLater } from '#domain/billing-calendar.ts'
import { advanceSubscriptions, sendOutgoingMails } from '../support/worker/clock.ts'
import { newPerson, type Person } from '../support/worker/person.ts'
import { control } from '../support/worker/paying.ts'
import {
  alterCard,
  buyPremium,
  chargesOf,
  isOpen,
  mailed,
  moneyTaken,
  periodsOf,
  planOf,
  planRow,
  signedInAgain,
  walkTo
} from '../support/worker/premium.ts'
import { heardBy, openPage } from '../support/worker/socket.ts'

const hourMs = 60 * 60 * 1000
const moscow = (text: string) => Date.parse(`${text}+03:00`)
const inMoscow = (at: number) => new Date(at + 3 * hourMs).toISOString().slice(0, 10)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => control({ saving: 'on', paymentFault: null, mailFault: null, notifications: 'never' }))

async function subscribed(startAt: number): Promise<{ person: Person; orderId: string; end: number }> {
  vi.setSystemTime(startAt)
  const person = await newPerson()
  const { id } = await buyPremium(person)
  return { person, orderId: id, end: (await planRow(person)).periodEnd }
}

/** The outcomes of all charges after the first, oldest first. */
const renewalsOf = async (person: Person) =>
  (await chargesOf(person)).slice(1).map(({ status, cancellationReason }) => cancellationReason ?? status)

describe('a plan over months', () => {
  test('from 31 January of a leap year is paid each month, on its last day', async () => {
    const start = moscow('2028-01-31T12:00:00')
    const { person } = await subscribed(start)
    await walkTo(person, monthsLater(start, 4) + dayMs)
    const periods = await periodsOf(person)
    expect(periods.map(({ startsAt }) => inMoscow(startsAt))).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31'
    ])
    for (const [index, { endsAt }] of periods.slice(0, -1).entries()) expect(endsAt).toBe(periods[index + 1]!.startsAt)
    expect(await moneyTaken(person)).toBe(5)
    const mails = await mailed(person)
    expect(mails.filter((subject) => subject.endsWith('продлим Premium'))).toHaveLength(4)
    expect(mails.filter((subject) => subject === 'Premium продлён')).toHaveLength(4)
    expect(mails.slice(0, 3)).toEqual(['Premium подключён', '29 февраля 2028 года продлим Premium', 'Premium продлён'])
    for (const { createdAt, amountKopecks } of (await chargesOf(person)).slice(1)) {
      expect(amountKopecks).toBe(99_000)
      expect(periods.map(({ endsAt }) => endsAt)).toContain(createdAt - ((createdAt - start) % 1000))
    }
  })

  test('with a declined month, a successful retry and a cancellation ends with its last paid month', async () => {
    const { person, orderId, end } = await subscribed(moscow('2027-03-30T23:30:00'))
    await walkTo(person, end - dayMs)
    await alterCard(orderId, { decline: 'insufficient_funds' })
    await walkTo(person, end + hourMs)
    expect(await planRow(person)).toMatchObject({ state: 'past-due', attempts: 1, retryAt: end + dayMs })
    expect(await isOpen(person)).toBe(true)
    await alterCard(orderId, { decline: null })
    await walkTo(person, end + 2 * dayMs)
    const paid = await planRow(person)
    expect(paid).toMatchObject({ state: 'active', months: 2, attempts: 0 })
    expect(inMoscow(paid.periodEnd)).toBe('2027-05-30')
    expect(await renewalsOf(person)).toEqual(['insufficient_funds', 'succeeded'])
    await (await signedInAgain(person)).send('DELETE', '/subscription')
    await walkTo(person, paid.periodEnd + 60 * dayMs)
    expect((await mailed(person)).slice(1)).toEqual([
      '30 апреля 2027 года продлим Premium',
      'Не удалось продлить Premium',
      'Premium продлён',
      'Premium закончился'
    ])
    expect(await moneyTaken(person)).toBe(2)
  })
})

describe('a card that declines', () => {
  test('three times ends the plan on the third day and is not charged again', async () => {
    const { person, orderId, end } = await subscribed(moscow('2027-06-10T10:00:00'))
    await alterCard(orderId, { decline: 'insufficient_funds' })
    await walkTo(person, end + 3 * dayMs - hourMs)
    expect(await isOpen(person)).toBe(true)
    await walkTo(person, end + 40 * dayMs)
    expect(await renewalsOf(person)).toEqual(['insufficient_funds', 'insufficient_funds', 'insufficient_funds'])
    const row = await planRow(person)
    expect(row).toMatchObject({ state: 'ended', methodId: null, nextActionAt: null })
    expect(row.accessUntil - end - 3 * dayMs).toBeLessThan(hourMs)
    expect((await mailed(person)).slice(1)).toEqual([
      '10 июля 2027 года продлим Premium',
      'Не удалось продлить Premium',
      'Не удалось продлить Premium',
      'Premium закончился'
    ])
    expect(await moneyTaken(person)).toBe(1)
  })

  test('because YooKassa no longer knows it ends the plan after the days left to pay in another way', async () => {
    const { person, orderId, end } = await subscribed(moscow('2027-06-10T10:00:00'))
    await alterCard(orderId, { forgotten: true })
    await walkTo(person, end - hourMs)
    const page = await openPage(await signedInAgain(person))
    await walkTo(person, end + hourMs)
    const endsAt = end + 3 * dayMs
    expect(await planOf(await signedInAgain(person))).toMatchObject({ state: 'past-due', renewsAt: null, endsAt })
    await walkTo(person, end + 10 * dayMs)
    expect(await heardBy(page, 'subscription')).toEqual({ type: 'subscription', planId: 'premium' })
    expect(await renewalsOf(person)).toEqual(['not_accepted'])
    expect(await planRow(person)).toMatchObject({ state: 'ended' })
  })
})

describe('a plan that is not renewed', () => {
  test.each([
    ['cancelled', (person: Person) => person.send('DELETE', '/subscription')],
    ['its card detached', (person: Person) => person.send('DELETE', '/subscription/payment-method')]
  ])('(%s) ends with its month: no reminder, no charge, one mail', async (_, stop) => {
    const { person, end } = await subscribed(moscow('2027-06-10T10:00:00'))
    expect((await stop(person)).status).toBe(200)
    await walkTo(person, end - 1000)
    expect(await isOpen(person)).toBe(true)
    await walkTo(person, end)
    expect(await isOpen(person)).toBe(false)
    await walkTo(person, end + 40 * dayMs)
    expect(await mailed(person)).toEqual(['Premium подключён', 'Premium закончился'])
    expect(await planRow(person)).toMatchObject({ state: 'ended', methodId: null })
    expect(await moneyTaken(person)).toBe(1)
  })

  test('because its owner asked for deletion is not charged, and its card is removed at once', async () => {
    const { person, end } = await subscribed(moscow('2027-06-10T10:00:00'))
    vi.setSystemTime(end - 5 * dayMs)
    const facts = { kind: 'erasure' as const, erasedAt: end, leftTokens: 0, hasPremium: true }
    await requestDeletion(openDirectory(env), { userId: person.userId, facts, now: Date.now() })
    expect(await planRow(person)).toMatchObject({ state: 'cancelled', methodId: null })
    await walkTo(person, end + 3 * dayMs)
    expect(await renewalsOf(person)).toEqual([])
    expect(await moneyTaken(person)).toBe(1)
  })
})

describe('the reminder', () => {
  test('is sent once even if two cron runs prepare and send it at once', async () => {
    const { person, end } = await subscribed(moscow('2027-06-10T10:00:00'))
    const at = (await planRow(person)).nextActionAt!
    await walkTo(person, at - 1000)
    vi.setSystemTime(at)
    await Promise.all([advanceSubscriptions(env, at), advanceSubscriptions(env, at)])
    await Promise.all([sendOutgoingMails(env, at), sendOutgoingMails(env, at)])
    await walkTo(person, end - hourMs)
    expect(await mailed(person)).toEqual(['Premium подключён', '10 июля 2027 года продлим Premium'])
  })

  test('delayed by a broken mail service delays the charge, and the plan stays open', async () => {
    const { person, end } = await subscribed(moscow('2027-06-10T10:00:00'))
    await walkTo(person, end - 4 * dayMs)
    await control({ mailFault: 'mail-down', mailFaultCount: 1_000_000 })
    await walkTo(person, end - 3 * dayMs + hourMs)
    vi.setSystemTime(end - dayMs)
    await control({ mailFault: null })
    await walkTo(person, end + hourMs)
    const { remindedAt } = await planRow(person)
    expect(remindedAt!).toBeGreaterThanOrEqual(end - dayMs)
    expect(await moneyTaken(person)).toBe(1)
    expect(await isOpen(person)).toBe(true)
    await walkTo(person, remindedAt! + 3 * dayMs + hourMs)
    expect(await moneyTaken(person)).toBe(2)
    expect((await periodsOf(person))[1]).toMatchObject({ startsAt: end, endsAt: monthsLater(end - 30 * dayMs, 2) })
  })

  test('that is outdated when it could be sent is dropped, and sent anew when the plan is resumed', async () => {
    const { person, end } = await subscribed(moscow('2027-06-10T10:00:00'))
    await walkTo(person, end - 4 * dayMs)
    await control({ mailFault: 'mail-down', mailFaultCount: 1_000_000 })
    await walkTo(person, end - 3 * dayMs)
    await control({ mailFault: null })
    const again = await signedInAgain(person)
    await again.send('DELETE', '/subscription')
    await walkTo(person, end - 2 * dayMs)
    expect(await mailed(person)).not.toContain('10 июля 2027 года продлим Premium')
    const resumed = await signedInAgain(person)
    await resumed.send('PUT', '/subscription', { planId: 'premium' })
    await walkTo(person, end + 2 * dayMs)
    expect(await mailed(person)).toContain('11 июля 2027 года продлим Premium')
    expect(await moneyTaken(person)).toBe(2)
  })
})
