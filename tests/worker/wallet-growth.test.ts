// What is read from a journal does not grow with it: SQLite counts the rows.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { auditJournal } from '#durable-objects/wallet/audit.ts'
import { uncopiedLedger } from '#durable-objects/wallet/copy.ts'
import { endedOperations, operationSteps, runningOperations } from '#durable-objects/wallet/history.ts'
import { WalletJournal } from '#durable-objects/wallet/journal.ts'
import { holdOf, settleOf, stopClock, walletWith } from '#tests/support/worker/wallet-rows.ts'

// No alarm copies lines meanwhile.
beforeEach(stopClock)

type Read = (sql: SqlStorage, storage: DurableObjectStorage) => unknown

/** How many rows SQLite reads. @param read gets what it reads from as `sql` */
const rowsRead = (userId: string, read: Read): Promise<number> =>
  runInDurableObject(env.USER.getByName(userId), (_, { storage }) => {
    const cursors: { rowsRead: number }[] = []
    const { sql } = storage
    const exec = sql.exec.bind(sql)
    const counting: Pick<SqlStorage, 'exec'> = {
      exec(query, ...values) {
        const cursor = exec(query, ...values)
        cursors.push(cursor)
        return cursor as never
      }
    }
    read(counting as SqlStorage, storage)
    return cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0)
  })

const reads: Record<string, Read> = {
  'a page of the history': (sql) => expect(endedOperations(sql, { limit: 20 })).toHaveLength(20),
  'the running operations': (sql) => expect(runningOperations(sql)).toHaveLength(1),
  'one operation': (sql) => expect(operationSteps(sql, 'operation-3')?.steps).toHaveLength(2),
  'the next lines to copy': (sql) => expect(uncopiedLedger(sql, 'user').entries).toHaveLength(45)
}

async function operate({ wallet }: Awaited<ReturnType<typeof walletWith>>, from: number, to: number) {
  for (let index = from; index < to; index++) {
    await wallet.reserve(holdOf(`operation-${index}`))
    await wallet.settle(settleOf(`operation-${index}`, 1))
  }
}

test('a read takes as many rows from a long journal as from a short one', async () => {
  const user = await walletWith(1000)
  const count = async () => {
    const counts: Record<string, number> = {}
    for (const [name, read] of Object.entries(reads)) counts[name] = await rowsRead(user.userId, read)
    return counts
  }
  await user.wallet.reserve(holdOf('running'))
  await operate(user, 0, 40)
  const short = await count()
  await operate(user, 40, 160)
  expect(await count()).toEqual(short)
})

test('a balance check that continues reads the new lines only', async () => {
  const user = await walletWith(1000)
  const check = (state: string) =>
    rowsRead(user.userId, (sql, storage) =>
      expect(auditJournal(sql, new WalletJournal(storage), false).state).toBe(state)
    )
  await operate(user, 0, 100)
  await check('agrees')
  await operate(user, 100, 101)
  expect(await check('agrees')).toBeLessThan(50)
})
