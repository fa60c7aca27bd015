// A frozen wallet needs a person: an operator thaws it when the whole journal agrees. What operators do is recorded.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { breakingDatabases } from '../support/worker/breaking.ts'
import {
  at,
  check,
  correct,
  damage,
  impossible,
  opened,
  spent,
  thaw,
  withoutRow
} from '../support/worker/damaged-wallets.ts'
import { because, operate } from '../support/worker/operator.ts'
import { newPerson } from '../support/worker/person.ts'
import { changeRows, holdOf, stopClock } from '../support/worker/wallet-rows.ts'

let alarms: () => string[]
let logged: () => { event: string; phase?: string }[]
beforeEach(() => {
  stopClock()
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  alarms = () => error.mock.calls.map(([line]) => String(line))
  logged = () => warn.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; phase?: string })
})

test('the alarm names the user by the id that an operator opens', async () => {
  const { person } = await impossible()
  expect(alarms().map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: 'wallet-frozen', userId: person.userId })
  ])
  expect(await opened(person)).toMatchObject({
    user_id: person.userId,
    frozen_at: expect.any(Number),
    frozen_because: expect.stringContaining('credited tokens are not'),
    seq: 4,
    free_tokens: 1000,
    counted: { free_tokens: 88, reserved_tokens: 7, used_tokens: 5 },
    agrees: false,
    violations: expect.arrayContaining(['the journal does not add up to what is available']),
    open_reservations: 1
  })
})

describe('a frozen wallet is thawed', () => {
  test('when everything agrees again, and new work begins', async () => {
    const { person, wallet } = await withoutRow()
    await changeRows(
      person.userId,
      `insert into reservations (operation_id, owner, price_tokens, due_at, deadline_at) values ('operation-2', 'answer', 7, 9e15, 9e15)`
    )
    const more = because()
    for (let times = 0; times < 2; times++)
      expect(await thaw(person, more)).toMatchObject({
        status: 200,
        data: { wallet: { frozen_at: null, frozen_because: null, agrees: true } }
      })
    expect(await wallet.reserve(holdOf('operation-3'))).toMatchObject({ state: 'reserved' })
    expect(await thaw(person)).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('never while something disagrees', async () => {
    const { person, wallet } = await withoutRow()
    expect(await thaw(person)).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      error: expect.stringContaining('reserv')
    })
    expect(await wallet.reserve(holdOf('operation-3'))).toEqual({ state: 'frozen' })
  })

  test('after a count from the first line, whatever was counted before', async () => {
    const { person, wallet } = await spent()
    await check(person)
    await wallet.reserve(holdOf('operation-3'))
    await damage(person, "update journal set balance_delta = 600 where kind = 'credit'")
    // The forged line lies before the kept sums: only a count from the first line finds it.
    expect(await check(person)).toMatchObject({ agrees: true })
    await damage(person, "update wallet set frozen_at = 1, frozen_because = 'test'")
    expect(await thaw(person)).toMatchObject({ status: 409 })
    expect(await opened(person)).toMatchObject({ frozen_at: 1, frozen_because: 'test', agrees: false })
  })

  test('when its journal is longer than one call counts', async () => {
    const person = await newPerson({ tokens: 1 })
    await damage(
      person,
      `with recursive more(n) as (select 2 union all select n + 1 from more where n < 4501)
      insert into journal (seq, at, operation_id, kind, balance_delta, reserved_delta, charged_tokens, loss_tokens,
          credited_after, available_after, reserved_after, used_after, debt_after, outcome, reason, attempts)
        select n, 1, 'gift:' || n, 'credit', 1, 0, 0, 0, n, n, 0, 0, 0, 'credited', '', 0 from more;
      update wallet set frozen_at = 1`
    )
    expect(await thaw(person)).toMatchObject({ status: 200, data: { wallet: { free_tokens: 4501, frozen_at: null } } })
  })
})

test('what an operator did is recorded: who, what, why, before and after', async () => {
  const { person } = await impossible()
  const declared = { free_tokens: 88, seq: 4, ...because('Сверено с копией'), operator: 'oleg' }
  await operate('POST', `${at(person)}/correction`, declared)
  await thaw(person, { ...because('Проверка сошлась'), operator: 'anna' })
  const corrected = { operator: 'oleg', action: 'wallet-correct', reason: 'Сверено с копией' }
  const thawed = { operator: 'anna', action: 'wallet-thaw', reason: 'Проверка сошлась' }
  const lines = [
    { ...corrected, phase: 'begun', facts: { free_tokens: 1000, seq: 4 } },
    { ...corrected, phase: 'done', facts: { free_tokens: 88, seq: 5 } },
    { ...thawed, phase: 'begun', facts: { frozen: true } },
    { ...thawed, phase: 'done', facts: { frozen: false } }
  ]
  const { data } = await operate('GET', at(person))
  expect((data as { actions: object[] }).actions).toMatchObject(lines)
  expect(logged().filter(({ event, phase }) => event === 'operator-action' && phase !== 'read')).toMatchObject(lines)
  await expect(env.DB.prepare("update operator_actions set reason = 'other'").run()).rejects.toThrow('append-only')
  await expect(env.DB.prepare('delete from operator_actions').run()).rejects.toThrow('append-only')
})

test('a thaw whose record was lost is recorded by the next call with its key', async () => {
  const { person } = await impossible()
  await correct(person, 88)
  const more = because()
  // The statement that records what was done.
  const databases = breakingDatabases({ call: 4, moment: 'before' })
  expect((await thaw(person, more, { ...databases })).status).toBe(500)
  expect((await opened(person)).frozen_at).toBeNull()
  expect(await thaw(person, more)).toMatchObject({ status: 200 })
  expect((await operate('GET', at(person))).data).toMatchObject({
    actions: [{}, {}, { action: 'wallet-thaw', phase: 'begun' }, { action: 'wallet-thaw', phase: 'done' }]
  })
})

test('an unknown user has no wallet to open', async () => {
  expect(await operate('GET', '/wallets/nobody')).toMatchObject({ status: 404 })
  expect(await operate('POST', '/wallets/nobody/thaw', because())).toMatchObject({ status: 404 })
})
