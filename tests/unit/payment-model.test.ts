// A purchase under random events in any order and between any two steps. It is credited exactly once if and only if the
// provider reports success for our order, and every refund takes back its tokens once, whenever it is made.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startingMs, tokensOfRefund } from '#domain/payment.ts'
import { advancePayment, beginPayment, type PaymentPorts } from '#worker/payments/advance-payment.ts'
import { freshRow } from '../support/node/fresh-order.ts'
import { type Death, survives, tamperings, World } from '../support/node/payment-world.ts'

const death: fc.Arbitrary<Death | null> = fc.option(
  fc.record({ step: fc.integer({ min: 1, max: 7 }), moment: fc.constantFrom('before' as const, 'after' as const) })
)
const events = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('start' as const), death, isDown: fc.boolean() }) },
  // A notification (true or forged) and the return page do the same: they read the payment, and so does the cron when due.
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('look' as const), death, isDown: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cron' as const), death, isDown: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('search' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('pay' as const, 'decline' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), kopecks: fc.integer({ min: 1, max: 60_000 }) })
  }
)
type Event = typeof events extends fc.Arbitrary<infer One> ? One : never

const now = 1000
const minuteMs = 60_000

/** The cron looks at the order if it is due, and otherwise does nothing. */
const runCron = async (world: World, ports: PaymentPorts, at: number) => {
  const due = world.takeDue(at)
  return due && advancePayment(ports, due, at)
}

function happen(world: World, event: Event): Promise<unknown> {
  switch (event.kind) {
    case 'pay':
    case 'decline':
      return Promise.resolve(world.end(event.kind === 'pay' ? 'succeeded' : 'canceled'))
    case 'refund':
      return Promise.resolve(world.refund(event.kopecks))
    case 'search':
      return Promise.resolve(world.search(now))
    case 'start':
      return survives(beginPayment(world.ports(event.death, event.isDown), world.row, now))
    case 'look':
      return survives(advancePayment(world.ports(event.death, event.isDown), world.row, now))
    case 'cron':
      return survives(runCron(world, world.ports(event.death, event.isDown), now + 2 * minuteMs))
    default:
      return event satisfies never
  }
}

const isOurs = (world: World, tampering: string) => world.payment?.status === 'succeeded' && tampering === 'none'
const taken = (world: World) => [...world.debits.values()].reduce((sum, tokens) => sum + tokens, 0)

/** Must hold at every moment. */
function expectSafe(world: World, tampering: string) {
  expect(world.made.size).toBeLessThanOrEqual(1)
  expect(world.credits.length).toBeLessThanOrEqual(isOurs(world, tampering) ? 1 : 0)
  if (world.row.status === 'succeeded') expect(world.credits).toEqual(['payment:order-1'])
  if (world.row.refundingKopecks !== null) expect(world.row.nextCheckAt).not.toBeNull()
  expect(taken(world)).toBeLessThanOrEqual(tokensOfRefund(freshRow, world.refundedKopecks))
}

/** How the provider's last word arrives after the faults have ended. */
const lastWords = ['notification', 'search'] as const
type LastWord = (typeof lastWords)[number]

/**
 * One notification settles everything in its call. After a search the cron does, which stops asking when nothing is
 * left to ask.
 */
async function hear(world: World, lastWord: LastWord) {
  if (world.row.status === 'created') await beginPayment(world.ports(), world.row, now)
  if (lastWord === 'notification') return void (await advancePayment(world.ports(), world.row, now))
  world.search(now)
  for (let run = 2; run < 10; run++) await runCron(world, world.ports(), now + run * minuteMs)
}

/** Must hold after the provider's last word, and stay when the cron goes on. */
async function expectSettled(world: World, tampering: string, lastWord: LastWord) {
  await hear(world, lastWord)
  expectEnded(world, tampering)
  for (let run = 10; run < 14; run++) await runCron(world, world.ports(), now + run * minuteMs)
  expectEnded(world, tampering)
  if (world.payment?.status !== 'pending') expect(world.row.nextCheckAt).toBeNull()
}

function expectEnded(world: World, tampering: string) {
  expectSafe(world, tampering)
  const { payment } = world
  const isPaid = payment?.status === 'succeeded'
  const ended = isPaid ? (tampering === 'none' ? 'succeeded' : 'review') : payment?.status
  const isAllBack = world.refundedKopecks === freshRow.amountKopecks && ended === 'succeeded'
  expect(world.row.status).toBe(isAllBack ? 'refunded' : ended)
  expect(world.credits).toEqual(isOurs(world, tampering) ? ['payment:order-1'] : [])
  expect(taken(world)).toBe(isOurs(world, tampering) ? tokensOfRefund(freshRow, world.refundedKopecks) : 0)
  // Each step of a refund sends one mail, and the mails add up to the whole refund.
  const told = [...world.told.values()]
  expect(told.reduce((sum, { amountKopecks }) => sum + amountKopecks, 0)).toBe(
    isOurs(world, tampering) ? world.refundedKopecks : 0
  )
  expect(told.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(taken(world))
  // The code that handles the inviter's reward has learnt how little remained paid.
  expect(Math.min(freshRow.amountKopecks, ...world.paidLeft)).toBe(
    freshRow.amountKopecks - (isOurs(world, tampering) ? world.refundedKopecks : 0)
  )
}

describe('a purchase', () => {
  test('is safe under any sequence of events, deaths and provider silence', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(events, { maxLength: 14 }),
        fc.constantFrom(...tamperings),
        fc.constantFrom(...lastWords),
        async (life, tampering, lastWord) => {
          const world = new World(tampering)
          for (const event of life) {
            await happen(world, event)
            expectSafe(world, tampering)
          }
          await expectSettled(world, tampering, lastWord)
        }
      ),
      { numRuns: 1500 }
    )
  })

  test('is safe when events run at once with their steps in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(events, { minLength: 2, maxLength: 5 }),
        fc.constantFrom(...tamperings),
        fc.constantFrom(...lastWords),
        async (scheduler, life, tampering, lastWord) => {
          const world = new World(tampering, () => scheduler.schedule(Promise.resolve(), 'step'))
          const start: Event = { kind: 'start', death: null, isDown: false }
          const all = [start, ...life].map(async (event) => {
            await scheduler.schedule(Promise.resolve(), event.kind)
            await happen(world, event)
          })
          await scheduler.waitFor(Promise.all(all))
          expectSafe(world, tampering)
          await scheduler.waitFor(expectSettled(world, tampering, lastWord))
        }
      ),
      { numRuns: 1000 }
    )
  })

  test('keeps a check that the search schedules while others ask about the state before the refund', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 50_000 }), async (scheduler, kopecks) => {
        const world = new World('none', () => scheduler.schedule(Promise.resolve(), 'step'))
        const start = beginPayment(world.ports(), world.row, now)
        await scheduler.waitFor(start)
        world.end('succeeded')
        const look = () => advancePayment(world.ports(), world.row, now)
        const refund = async () => {
          await scheduler.schedule(Promise.resolve(), 'refund')
          world.refund(kopecks)
          await scheduler.schedule(Promise.resolve(), 'search')
          world.search(now + 1)
        }
        await scheduler.waitFor(Promise.all([look(), refund(), look()]))
        for (let run = 2; run < 8; run++) await scheduler.waitFor(runCron(world, world.ports(), now + run * minuteMs))
        expectEnded(world, 'none')
      }),
      { numRuns: 300 }
    )
  })

  test('a crediting actor that dies at any step is made up for by the next run', async () => {
    for (let step = 1; step <= 6; step++)
      for (const moment of ['before', 'after'] as const) {
        const world = new World('none')
        await beginPayment(world.ports(), world.row, now)
        world.end('succeeded')
        await survives(advancePayment(world.ports({ step, moment }), world.row, now))
        expectSafe(world, 'none')
        await expectSettled(world, 'none', 'search')
      }
  })

  test('that is refunded before it is credited is credited and taken back in the same call', async () => {
    const world = new World('none')
    await beginPayment(world.ports(), world.row, now)
    world.end('succeeded')
    world.refund(50_000)
    expect(await advancePayment(world.ports(), world.row, now)).toMatchObject({ status: 'refunded' })
    expectEnded(world, 'none')
  })

  test('whose second refund comes after the first was interrupted takes back both in one call', async () => {
    const world = new World('none')
    const look = (dead: Death | null = null) => advancePayment(world.ports(dead), world.row, now)
    await look()
    world.end('succeeded')
    await look()
    world.refund(10_000)
    // The second step stores what is being taken back.
    await survives(look({ step: 2, moment: 'after' }))
    expect(world.row).toMatchObject({ refundedKopecks: 0, refundingKopecks: 10_000 })
    world.refund(40_000)
    expect(await look()).toMatchObject({ status: 'refunded', refundedKopecks: 50_000, nextCheckAt: null })
    expectEnded(world, 'none')
  })

  test('that is refunded in parts sends one mail for each part', async () => {
    const world = new World('none')
    const look = () => advancePayment(world.ports(), world.row, now)
    await look()
    world.end('succeeded')
    await look()
    for (const kopecks of [10_000, 30_000]) {
      world.refund(kopecks)
      await look()
      await look()
    }
    expect([...world.told]).toEqual([
      ['refund:order-1:10000', { amountKopecks: 10_000, tokens: 110 }],
      ['refund:order-1:40000', { amountKopecks: 30_000, tokens: 330 }]
    ])
  })

  test('is announced once when three actors advance it at the same time', async () => {
    const world = new World('none')
    await beginPayment(world.ports(), world.row, now)
    world.end('succeeded')
    await Promise.all([1, 2, 3].map(() => advancePayment(world.ports(), world.row, now)))
    expect(world.announced).toEqual(['succeeded'])
  })

  test('that the provider never confirmed is cancelled and not begun again', async () => {
    const world = new World('none')
    await advancePayment(world.ports(null, true), world.row, now).catch(() => undefined)
    await advancePayment(world.ports(), world.row, startingMs + 1)
    expect(world.row).toMatchObject({ status: 'canceled', cancellationReason: 'not_started' })
    await advancePayment(world.ports(), world.row, startingMs + 2)
    expect(world.credits).toEqual([])
  })
})
