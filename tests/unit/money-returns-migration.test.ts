// What the accountant's lines of returned money are made of: the past, and whatever version of the Worker takes tokens back.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../migrations/directory')
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
const begins = '0034_money_returns.sql'
let database: DatabaseSync

const run = (names: string[]) => names.forEach((name) => database.exec(readFileSync(join(folder, name), 'utf8')))
const returns = () =>
  database.prepare('select id, amount_kopecks as kopecks, at from money_returns order by at, id').all()

function add(table: string, row: Record<string, string | number | null>) {
  const needed = database
    .prepare(`select name, type from pragma_table_info(?) where "notnull" and dflt_value is null`)
    .all(table)
  const filler = Object.fromEntries(
    needed.map(({ name, type }) => [String(name), type === 'integer' ? 0 : String(name)])
  )
  const full = { ...filler, ...row }
  const names = Object.keys(full)
  database
    .prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(full))
}

const payment = (id: string, more: object) =>
  add('payments', {
    id,
    user_id: 'anna',
    idempotence_key: id,
    provider_payment_id: id,
    operation_id: id,
    credited_at: 1,
    ...more
  })
const refund = (id: string, paymentId: string, kopecks: number, createdAt: number) =>
  add('refunds', {
    id,
    payment_id: paymentId,
    user_id: 'anna',
    operation_id: id,
    provider_refund_id: id,
    amount_kopecks: kopecks,
    status: 'succeeded',
    created_at: createdAt,
    checked_at: createdAt + 1000
  })

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  run(files.slice(0, files.indexOf(begins)))
})

test('each refund of the past has its own line and time; what the provider returned by itself is the rest', () => {
  payment('twice', { amount_kopecks: 500, refunded_kopecks: 300, updated_at: 90 })
  refund('first', 'twice', 100, 10)
  refund('second', 'twice', 200, 20)
  payment('office', { amount_kopecks: 500, refunded_kopecks: 500, updated_at: 30 })
  refund('part', 'office', 200, 25)
  payment('reviewed', { amount_kopecks: 500, refunded_kopecks: 500, updated_at: 40, credited_at: null })
  run([begins])
  expect(returns()).toEqual([
    { id: 'refund:twice:100', kopecks: 100, at: 10 },
    { id: 'refund:twice:300', kopecks: 200, at: 20 },
    { id: 'refund:office:200', kopecks: 200, at: 25 },
    { id: 'refund:office:500', kopecks: 300, at: 30 }
  ])
})

test('a line is written with the sum, once, also by a Worker that knows nothing of lines', () => {
  run(files.slice(files.indexOf(begins)))
  payment('later', { amount_kopecks: 500, refunded_kopecks: 0, updated_at: 1 })
  payment('review', { amount_kopecks: 500, refunded_kopecks: 0, updated_at: 1, credited_at: null })
  database.exec('update payments set refunded_kopecks = 200, updated_at = 50')
  database.exec('update payments set refunded_kopecks = 200, updated_at = 60')
  database.exec("update payments set refunded_kopecks = 500, updated_at = 70 where id = 'later'")
  expect(returns()).toEqual([
    { id: 'refund:later:200', kopecks: 200, at: 50 },
    { id: 'refund:later:500', kopecks: 300, at: 70 }
  ])
})
