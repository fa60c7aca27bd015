// A submission that is killed between its reservation and the job's row: the tokens come back soon, the same operation
// id begins the job later, and nothing is paid for without a reservation.
import { env } from 'cloudflare:workers'
import { runOnD1 } from '#tests/support/worker/histories.ts'
import { expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { insertJob, type JobRow } from '#data/history/jobs.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { keyed, later, moneyOf, rowsOf, sendWith, submitted } from '../support/worker/generating.ts'
import { delivered, endOf, failedBy, startsAt } from '../support/worker/jobs.ts'
import { newPerson, type Person } from '../support/worker/person.ts'
import { setStage } from '../support/worker/stage.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { expectCopied, expectSound, passMs, ring, ringUntilQuiet } from '../support/worker/wallet-rows.ts'

const warnings = setStage()

const body = { prompt: 'Кот' }
const priceTokens = 5
const twoMinutesMs = 2 * 60_000
const held = { availableTokens: 15, reservedTokens: priceTokens }
const returned = { availableTokens: 20, reservedTokens: 0 }
const charged = { availableTokens: 15, reservedTokens: 0 }

const dyingDatabase = () =>
  guardedDatabases((run, name) => (name.startsWith('insert into "jobs"') ? Promise.reject(new Error('Died')) : run()))

/** A submission whose isolate dies before it writes the row. */
async function killed() {
  const person = await newPerson({ tokens: 20 })
  const headers = { ...later, ...keyed() }
  const queue = new TestQueue()
  const send = (bindings: object = queue.bindings, sent: object = body) =>
    sendWith(person, bindings, '/ai/image/dalle', { body: sent, headers })
  const response = await send({ ...queue.bindings, ...dyingDatabase() })
  expect(response.status).toBe(500)
  expect([await rowsOf(person), await moneyOf(person)]).toEqual([[], held])
  return { person, queue, send }
}

const onlyRow = async (person: Person): Promise<JobRow> => {
  const [row, ...more] = await rowsOf(person)
  if (!row || more.length > 0) throw new Error('There is not exactly one job')
  return row
}

async function expectDelivered(person: Person, queue: TestQueue) {
  const row = await onlyRow(person)
  await queue.drain()
  expect(await endOf(row)).toEqual({ ...delivered, charged: priceTokens })
  expect(await moneyOf(person)).toEqual(charged)
  await expectSound(person.userId)
  await expectCopied(person.userId)
}

test('its tokens are returned within two minutes, and the same id begins the job after that', async () => {
  const { person, queue, send } = await killed()
  passMs(twoMinutesMs)
  await ringUntilQuiet(person.userId)
  expect(await moneyOf(person)).toEqual(returned)
  expect(warnings()).toEqual([expect.objectContaining({ event: 'wallet-reservation-expired', reason: 'not-begun' })])
  const responses = await Promise.all([send(), send(), send()])
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(await moneyOf(person)).toEqual(held)
  await expectDelivered(person, queue)
  await submitted(await send({ ...queue.bindings }).then(asReplay))
  expect(await moneyOf(person)).toEqual(charged)
})

/** A replayed answer of an ended job is complete, so it says 200. */
function asReplay(response: Response): Response {
  expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  return new Response(response.body, { status: 202 })
}

test('one that writes its row after its tokens were returned ends free, and its provider is not called', async () => {
  const { person, queue, send } = await killed()
  passMs(twoMinutesMs)
  await ringUntilQuiet(person.userId)
  // The row as the slow submission writes it: taken from another attempt, whose reservation is returned as well.
  await submitted(await send())
  const row = await onlyRow(person)
  await runOnD1('delete from jobs where id = ?', row.id)
  passMs(twoMinutesMs)
  await ring(person.userId)
  await insertJob(openHistory(env, row.id), { ...row, createdAt: Date.now() })
  const { started } = await startsAt(row.provider)
  await queue.drain()
  expect(await endOf(row)).toEqual(failedBy('INTERNAL'))
  expect((await startsAt(row.provider)).started).toBe(started)
  expect(warnings().map(({ event }) => event)).toContain('job-not-dispatched')
  expect(await moneyOf(person)).toEqual(returned)
})
