// Random commands to a real Wallet, compared with a model that shares no code with it: the model keeps a list of facts
// and sums them up for every question. All invariants are checked after every command.
import { abortAllDurableObjects } from 'cloudflare:test'
import * as fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { beginAskMs } from '#domain/ledger-overdue.ts'
import type { WalletCalls } from '#durable-objects/wallet/calls.ts'
import {
  catchWarnings,
  expectCopied,
  expectSound,
  holdOf,
  letOwnersSay,
  passMs,
  ringUntilQuiet,
  rowsOf,
  stopClock,
  topUp,
  walletWith
} from '#tests/support/worker/wallet-rows.ts'

interface Fact {
  id: string
  content: string
  credited: number
  taken?: number
  price: number
  /** When the reservation expires; null once it has ended. */
  until: number | null
  /** When its owner is asked, unless it is dispatched before. */
  askAt?: number
  dispatched: boolean
  charged: number
  outcome: string
}

class Model {
  facts: Fact[] = []

  find = (id: string) => this.facts.find((fact) => fact.id === id)
  openFacts = () => this.facts.filter(({ until }) => until !== null)
  #sum = (pick: (fact: Fact) => number) => this.facts.map(pick).reduce((total, value) => total + value, 0)
  used = () => this.#sum(({ charged }) => charged)
  reserved = () => this.#sum(({ until, price }) => (until === null ? 0 : price))
  given = () => this.#sum(({ credited, taken = 0 }) => credited - taken)
  #free = () => this.given() - this.used() - this.reserved()
  available = () => Math.max(this.#free(), 0)
  debt = () => Math.max(-this.#free(), 0)
}

interface Real {
  userId: string
  wallet: WalletCalls
}

/** The charge that the owner of every dispatched reservation reports. */
const ownersCharge = 2
const lifetimeMs = 150_000
const runningMax = 3
/** The operations that no owner knows: their submissions were killed. */
const isLost = (id: string) => /^intent-[1-4]$/.test(id)

type Step = fc.AsyncCommand<Model, Real>

type Run = (model: Model, real: Real) => Promise<void>

const step = (name: string, run: Run, check: Step['check'] = () => true): Step => ({
  check,
  async run(model, real) {
    await run(model, real)
    await expectSound(real.userId)
    expect(await real.wallet.view()).toMatchObject({
      availableTokens: model.available(),
      reservedTokens: model.reserved(),
      usedTokens: model.used(),
      debtTokens: model.debt()
    })
  },
  toString: () => name
})

const credit = (id: string, amount: number) =>
  step(`credit ${id} ${amount}`, async (model, { wallet }) => {
    const content = `credit ${amount}`
    const known = model.find(id)
    const expected = known ? (known.content === content ? 'known' : 'conflict') : 'credited'
    expect(await wallet.credit(topUp(amount, id))).toMatchObject({ state: expected })
    if (expected !== 'credited') return
    const nothing = { price: 0, until: null, dispatched: false, charged: 0, outcome: '' }
    model.facts.push({ id, content, credited: amount, ...nothing })
  })

/** More than was given freezes the wallet, after which little could be tried: see operator-corrections.test.ts. */
const debit = (id: string, amount: number) =>
  step(
    `debit ${id} ${amount}`,
    async (model, { wallet }) => {
      const content = `debit ${amount}`
      const known = model.find(id)
      const expected = known ? (known.content === content ? 'known' : 'conflict') : 'debited'
      expect(await wallet.debit(topUp(amount, id))).toMatchObject({ state: expected })
      if (expected !== 'debited') return
      const nothing = { price: 0, until: null, dispatched: false, charged: 0, outcome: '' }
      model.facts.push({ id, content, credited: 0, taken: amount, ...nothing })
    },
    (model) => model.find(id) !== undefined || amount <= model.given()
  )

const reserve = (id: string, fingerprint: string, price: number) =>
  step(`reserve ${id} ${fingerprint} ${price}`, async (model, { wallet }) => {
    const content = `reserve ${fingerprint}`
    const known = model.find(id)
    const result = await wallet.reserve(holdOf(id, { fingerprint, priceTokens: price, lifetimeMs, runningMax }))
    const askAt = Date.now() + beginAskMs
    if (known && known.content !== content) expect(result).toEqual({ state: 'conflict' })
    else if (known && known.until !== null) {
      expect(result).toMatchObject({ state: 'known', status: 'open' })
      known.askAt = Math.min(askAt, known.until)
    } else if (known && known.outcome !== 'not-begun')
      expect(result).toEqual({ state: 'closed', outcome: known.outcome, chargedTokens: known.charged })
    else if (price > model.available())
      expect(result).toEqual({ state: 'insufficient', availableTokens: model.available() })
    else if (model.openFacts().length >= runningMax) expect(result).toEqual({ state: 'too-many-running' })
    else {
      expect(result).toMatchObject({ state: 'reserved' })
      const until = Date.now() + lifetimeMs
      model.facts = model.facts.filter((fact) => fact !== known)
      model.facts.push({ id, content, credited: 0, price, until, askAt, dispatched: false, charged: 0, outcome: '' })
    }
  })

const dispatch = (id: string) =>
  step(`dispatch ${id}`, async (model, { wallet }) => {
    const fact = model.find(id)
    const may = fact !== undefined && fact.until !== null && (fact.dispatched || fact.until > Date.now())
    expect(await wallet.markDispatched(id)).toBe(may)
    if (may) fact.dispatched = true
  })

function expectEnd(model: Model, id: string, result: object, { charge, outcome }: { charge: number; outcome: string }) {
  const fact = model.find(id)
  if (!fact || fact.price === 0) return expect(result).toMatchObject({ state: 'missing', chargedTokens: 0 })
  const first = fact.until !== null
  if (first) Object.assign(fact, { until: null, charged: Math.min(charge, fact.price), outcome })
  return expect(result).toEqual({
    state: first ? 'ended' : 'known',
    outcome: fact.outcome,
    priceTokens: fact.price,
    chargedTokens: fact.charged,
    returnedTokens: fact.price - fact.charged,
    balanceTokens: model.available()
  })
}

const settle = (id: string, charge: number) =>
  step(`settle ${id} ${charge}`, async (model, { wallet }) => {
    const end = { id, chargedTokens: charge, outcome: 'complete', upstreamModel: null, attempts: 1 }
    expectEnd(model, id, await wallet.settle(end), { charge, outcome: 'complete' })
  })

const release = (id: string) =>
  step(`release ${id}`, async (model, { wallet }) => {
    expectEnd(model, id, await wallet.release({ id, outcome: 'failed' }), { charge: 0, outcome: 'failed' })
  })

const pass = (ms: number) =>
  step(`pass ${ms}`, async (model, { userId }) => {
    passMs(ms)
    await ringUntilQuiet(userId)
    for (const fact of model.openFacts()) {
      const dueAt = (fact.dispatched ? fact.until : fact.askAt) ?? 0
      if (dueAt > Date.now()) continue
      const charged = fact.dispatched && !isLost(fact.id) ? Math.min(ownersCharge, fact.price) : 0
      const lost = fact.dispatched ? 'expired' : 'not-begun'
      Object.assign(fact, { until: null, charged, outcome: isLost(fact.id) ? lost : 'stopped' })
    }
    for (const fact of model.openFacts()) expect(fact.until ?? 0).toBeGreaterThan(Date.now())
  })

const crash = step('crash', async () => {
  await abortAllDurableObjects()
})

const flood = (price: number) =>
  step(`flood ${price}`, async (model, { wallet, userId }) => {
    const before = model.available()
    const room = Math.min(Math.floor(before / price), Math.max(runningMax - model.openFacts().length, 0))
    const prefix = `flood-${(await rowsOf(userId)).lines.length}`
    const ids = Array.from({ length: 6 }, (_, index) => `${prefix}-${index}`)
    const results = await Promise.all(
      ids.map((id) => wallet.reserve(holdOf(id, { priceTokens: price, lifetimeMs, runningMax })))
    )
    expect(results.filter(({ state }) => state === 'reserved')).toHaveLength(Math.min(room, ids.length))
    for (const [index, { state }] of results.entries()) {
      const id = ids[index]
      if (state !== 'reserved' || id === undefined) continue
      const until = Date.now() + lifetimeMs
      const askAt = Date.now() + beginAskMs
      const open = { credited: 0, price, until, askAt, dispatched: false, charged: 0, outcome: '' }
      model.facts.push({ id, content: 'reserve same', ...open })
    }
  })

const ids = fc.integer({ min: 1, max: 9 }).map((number) => `intent-${number}`)
const prices = fc.integer({ min: 1, max: 12 })
const steps = [
  fc.tuple(fc.oneof(ids, fc.constantFrom('payment:1', 'payment:2', 'payment:3')), prices).map((of) => credit(...of)),
  fc
    .tuple(fc.oneof(ids, fc.constantFrom('refund:1', 'refund:2')), fc.integer({ min: 1, max: 30 }))
    .map((of) => debit(...of)),
  fc.tuple(ids, fc.constantFrom('same', 'same', 'other'), prices).map((of) => reserve(...of)),
  ids.map(dispatch),
  fc.tuple(ids, fc.integer({ min: 0, max: 15 })).map((of) => settle(...of)),
  ids.map(release),
  fc.constantFrom(1, 9_000, 30_000, 60_000, 150_000).map(pass),
  prices.map(flood),
  fc.constant(crash)
]

beforeEach(stopClock)
it('a wallet agrees with the model after any commands, and changes no other', { timeout: 120_000 }, async () => {
  catchWarnings()
  const ended = { state: 'ended', chargedTokens: ownersCharge, outcome: 'stopped', upstreamModel: null } as const
  letOwnersSay(ended).mockImplementation((id) => (isLost(id) ? { state: 'unknown' } : ended))
  const neighbour = await walletWith(9)
  await neighbour.wallet.reserve(holdOf('intent-1', { lifetimeMs: 7 * 24 * 60 * 60 * 1000 }))
  const before = await rowsOf(neighbour.userId)
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 40 }), async (commands) => {
      const real = await walletWith(20)
      const model = new Model()
      const start = { price: 0, until: null, dispatched: false, charged: 0, outcome: '' }
      model.facts.push({ id: 'bonus:start', content: 'credit 20', credited: 20, ...start })
      await fc.asyncModelRun(() => ({ model, real }), commands)
      passMs(lifetimeMs)
      await ringUntilQuiet(real.userId)
      await expectSound(real.userId)
      await expectCopied(real.userId)
      expect((await rowsOf(real.userId)).open).toEqual([])
    }),
    { numRuns: 10 }
  )
  expect(await rowsOf(neighbour.userId)).toEqual(before)
})
