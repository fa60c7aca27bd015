// What becomes of records: erasure from both sides, the nightly comparison, the export for an inspection and the backup.
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerHeaders } from '#contract/register.ts'
import { compare } from '#register/compare.ts'
import { orderErasure, pullErased } from '#register/erasure.ts'
import { exportRecords } from '#register/export.ts'
import { addressHashOf } from '#register/keys.ts'
import { failureOfWorker } from '#register/worker-calls.ts'
import {
  type Arrived,
  bearer,
  databases,
  key,
  openRegister,
  registration,
  type StandIn,
  startWorker
} from '../support/node/register.ts'

type Opened = Awaited<ReturnType<typeof openRegister>>
let worker: StandIn
const now = Date.now()
const dayMs = 24 * 60 * 60_000

beforeEach(async () => {
  worker = await startWorker()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await worker.stop()
})

/** Answers the register's own calls from these, and forgets erasures that were acknowledged. */
function holdAbroad(abroad: { erased?: string[]; accounts?: object[]; refusal?: string; erasedAt?: null }) {
  let waiting = (abroad.erased ?? []).map((registerId) => ({
    registerId,
    account: `account of ${registerId}`,
    erasedAt: now
  }))
  worker.answer = async ({ path, body, isSigned }: Arrived) => {
    if (!isSigned) return { status: 404, body: 'NOT_FOUND' }
    const input = JSON.parse(body)
    if (path === '/api/register/erased') {
      waiting = waiting.filter(({ registerId }) => !input.acknowledged.includes(registerId))
      return { body: { erased: waiting.slice(0, 1) } }
    }
    if (path === '/api/register/accounts')
      return { body: { accounts: input.after === '' ? (abroad.accounts ?? []) : [] } }
    const erasedAt = abroad.erasedAt === undefined ? now : null
    return abroad.refusal === undefined ? { body: { erasedAt } } : { status: 409, body: abroad.refusal }
  }
}

const account = (registerId: string | null, address: string) => ({
  account: `1-${address.slice(0, 1)}`,
  registerId,
  addressHash: addressHashOf(key, address),
  isConfirmed: true
})

describe.each(databases)('on %s', (kind) => {
  let opened: Opened
  beforeEach(async () => {
    opened = await openRegister(kind, worker.origin)
  })
  afterEach(() => opened.close())

  /** Who has registered and, with an account, then chosen a name. @returns the person's id here */
  async function register(email: string, as?: string): Promise<string> {
    await opened.send('POST', '/auth/register', registration(email))
    const person = String(worker.arrived.at(-1)!.headers[registerHeaders.id])
    if (as === undefined) return person
    const { answer } = worker
    worker.answer = async () => ({ headers: { [registerHeaders.person]: person } })
    await opened.send('PUT', '/user/profile', { displayName: `Имя ${as}` }, bearer(as))
    worker.answer = answer
    return person
  }

  const addresses = async () => (await opened.rows()).flatMap(({ address }) => address ?? []).toSorted()
  const changeAll = (set: string, values: (string | number)[]) =>
    opened.register.database.run(`update records set ${set}`, values)

  test('whom the Worker has erased is erased here, with all their records and only theirs', async () => {
    const [anna, boris] = [await register('anna@a.example', '1-anna'), await register('boris@a.example')]
    // An attempt of the same address that never became an account, and one of a person who is only now registering it.
    await register('anna@a.example')
    await changeAll('at = at - $1', [10 * dayMs])
    await register('anna@a.example')
    await register('vera@a.example', '1-vera')
    holdAbroad({ erased: [anna, boris] })
    expect(await pullErased(opened.register)).toBe(4)
    expect(await addresses()).toEqual(['anna@a.example', 'vera@a.example'])
    expect(await pullErased(opened.register)).toBe(0)
  })

  test('an authority’s demand begins the erasure abroad, and what is only here goes at once', async () => {
    const anna = await register('anna@a.example', '1-anna')
    holdAbroad({})
    expect(await orderErasure(opened.register, 'Anna@a.example', now)).toEqual([
      expect.stringMatching(new RegExp(`^${anna}: the platform erases`))
    ])
    expect(worker.arrived.at(-1)).toMatchObject({
      path: '/api/register/erasure',
      body: JSON.stringify({ registerId: anna })
    })
    expect((await opened.rows()).map(({ erasing_at: at }) => at)).toEqual([now, now])
    // The second is also what a Worker answers that knows no key, or another one.
    for (const refusal of ['LAST_OWNER', 'NOT_FOUND']) {
      holdAbroad({ refusal })
      expect(await orderErasure(opened.register, 'anna@a.example', now)).toEqual([expect.stringContaining(refusal)])
      expect(await addresses()).toEqual(['anna@a.example'])
    }
    holdAbroad({ erasedAt: null })
    expect(await orderErasure(opened.register, 'anna@a.example', now)).toEqual([
      expect.stringContaining('2 records erased')
    ])
    expect(await opened.rows()).toEqual([])
    expect(await orderErasure(opened.register, 'anna@a.example', now)).toEqual([])
  })

  test('the comparison finds what is on one side only, and by hashes alone', async () => {
    const [both, gone, moved] = [
      await register('a@a.example'),
      await register('b@a.example'),
      await register('c@a.example')
    ]
    await changeAll("seen_at = $1, state = 'uncertain'", [now - dayMs])
    await register('unconfirmed@a.example')
    const stray = 'S'.repeat(22)
    holdAbroad({
      accounts: [
        account(both, 'A@a.example'),
        account(moved, 'd@a.example'),
        account(stray, 'e@a.example'),
        account(null, 'f@a.example')
      ]
    })
    const { findings, ...counts } = await compare(opened.register, now)
    expect(counts).toEqual({ accounts: 4, older: 1 })
    expect(findings).toEqual([
      { found: 'another address abroad', registerId: moved },
      { found: 'only abroad', registerId: stray },
      { found: 'only here', registerId: gone }
    ])
    const rows = await opened.rows()
    expect(rows.find(({ id }) => id === both)).toMatchObject({ state: 'passed', seen_at: now })
    for (const { body } of worker.arrived.filter(({ path }) => path.startsWith('/api/register')))
      expect(body).not.toContain('@')
  })

  test('a platform that refuses or does not answer is told in words', async () => {
    const { settings } = opened.register
    const told = (upstream = settings) =>
      compare({ ...opened.register, settings: upstream }, now).catch((error: unknown) =>
        failureOfWorker(settings, error)
      )
    worker.answer = async () => ({ status: 401, body: 'UNAUTHORIZED' })
    expect(await told()).toBe(`${worker.origin} refuses (UNAUTHORIZED): docs/register.md.`)
    expect(await told({ ...settings, REGISTER_UPSTREAM: 'http://127.0.0.1:1' })).toMatch(
      /does not answer .* Is it running/
    )
    expect(failureOfWorker(settings, new TypeError('upstream is undefined'))).toBeNull()
  })

  test('the comparison deletes what no account came of after a month, and refusals', async () => {
    const kept = await register('kept@a.example')
    await changeAll('seen_at = $1', [now])
    await register('never@a.example')
    worker.answer = async () => ({ status: 429, body: 'RATE_LIMITED' })
    await register('refused@a.example')
    holdAbroad({ accounts: [] })
    await compare(opened.register, now + 30 * dayMs)
    expect(await opened.rows()).toHaveLength(3)
    await compare(opened.register, now + 32 * dayMs)
    expect((await opened.rows()).map(({ id }) => id)).toEqual([kept])
  })

  test('an inspection gets everything, or all of one person, in a table too', async () => {
    const anna = await register('anna@a.example', '=1+1')
    await register('boris@a.example')
    const folder = dirname((await openRegisterFile()).url)
    const all = join(folder, 'all.jsonl')
    expect(await exportRecords(opened.register, all)).toMatch(/^3 records/)
    expect(statSync(all).mode & 0o777).toBe(0o600)
    const lines = readFileSync(all, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ address }) => address).toSorted()).toEqual(['anna@a.example', 'boris@a.example', null])
    await expect(exportRecords(opened.register, all)).rejects.toThrow('EEXIST')
    const table = join(folder, 'anna.csv')
    expect(await exportRecords(opened.register, table, 'ANNA@a.example')).toMatch(/^2 records/)
    const text = readFileSync(table, 'utf8')
    expect(text).toMatch(/^\uFEFFid,person,kind,.*\r\n/)
    // One of 64 ids begins like a formula.
    expect(text).toMatch(new RegExp(`,'?${anna},name,passed,`))
    expect(text).toContain("Имя =1+1,,,198.51.100.7,'=1+1,")
  })

  const files: Opened[] = []
  async function openRegisterFile() {
    const file = await openRegister('sqlite', worker.origin)
    files.push(file)
    return file
  }
  afterEach(() => Promise.all(files.splice(0).map((file) => file.close())))
})

test('a backup is made while the register runs, and is a database by itself', async () => {
  const opened = await openRegister('sqlite', worker.origin)
  await opened.send('POST', '/auth/register', registration('anna@a.example'))
  const copy = join(dirname(opened.url), 'copy.sqlite')
  opened.register.database.copyTo(copy)
  const read = new DatabaseSync(copy, { readOnly: true })
  expect(read.prepare('select address, state from records').all()).toEqual([
    { address: 'anna@a.example', state: 'passed' }
  ])
  read.close()
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  await opened.close()
})
