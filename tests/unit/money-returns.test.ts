// What the accountant's lines of returned money are made of: a trigger, so that a line is written with the sum.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { schemaOf } from '../support/node/schema-of.ts'

const database = new DatabaseSync(':memory:')
for (const statement of schemaOf(join(root, 'migrations/directory'))) database.exec(statement)

function addPayment(id: string, creditedAt: number | null) {
  database
    .prepare(
      `insert into payments (id, user_id, operation_id, package_id, tokens, bonus_tokens, total_tokens, amount_kopecks, currency, status,
        idempotence_key, provider_payment_id, credited_at, created_at, updated_at)
        values (?1, 'anna', ?1, 'custom', 5, 0, 5, 500, 'RUB', 'succeeded', ?1, ?1, ?2, 1, 1)`
    )
    .run(id, creditedAt)
}

const giveBack = (id: string, kopecks: number, at: number) =>
  database.prepare('update payments set refunded_kopecks = ?, updated_at = ? where id = ?').run(kopecks, at, id)

test('money that goes back of a credited payment is a line of its own each time, once; of another one it is none', () => {
  addPayment('bought', 1)
  addPayment('in review', null)
  giveBack('bought', 200, 50)
  giveBack('bought', 200, 60)
  giveBack('bought', 500, 70)
  giveBack('in review', 500, 80)
  const lines = database.prepare('select id, amount_kopecks as kopecks, at from money_returns order by at').all()
  expect(lines.map((line) => ({ ...line }))).toEqual([
    { id: 'refund:bought:200', kopecks: 200, at: 50 },
    { id: 'refund:bought:500', kopecks: 300, at: 70 }
  ])
})
