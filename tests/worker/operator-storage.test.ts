// What the console shows of the bucket and of the nightly backups.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { shownFailedMax } from '#contract/operator/system/watch.ts'
import { openDirectory } from '#data/base/database.ts'
import { beginRestore } from '#data/directory/restores.ts'
import { measureBucket } from '#worker/clock/measure-bucket.ts'
import { operate } from '../support/worker/operator.ts'

beforeEach(() =>
  env.DB.batch(['bucket_sizes', 'backups', 'restores'].map((table) => env.DB.prepare(`delete from ${table}`)))
)

test('the bucket has no size before its first measure, and then the last one', async () => {
  const none = { bytes: null, files: null, measured_at: null, large: false }
  expect(await operate('GET', '/storage')).toMatchObject({ status: 200, data: none })
  await env.MEDIA.put('results/storage', 'four')
  await measureBucket(env, 1000)
  const { data } = await operate('GET', '/storage')
  expect(data).toMatchObject({ measured_at: 1000, large: false, planned_bytes: expect.any(Number) })
  expect(Object(data).bytes).toBeGreaterThanOrEqual(4)
})

test('a night names some of the wallets that it lacks, and counts all', async () => {
  const failed = Array.from({ length: shownFailedMax + 5 }, (_, index) => `user-${index}`)
  await env.DB.prepare(
    `insert into backups (night, stage, cursor, users, balance_tokens, failed, failed_more, started_at, moved_at, finished_at)
     values (20777, 'done', '', 40, 550, ?, 7, 1, 1, 2)`
  )
    .bind(JSON.stringify(failed))
    .run()
  const restore = { id: 'night-20777', scope: 'wallets', operator: 'anna', reason: 'Проверка', startedAt: 1 } as const
  await beginRestore(openDirectory(env), restore)
  const { data } = await operate('GET', '/backups')
  expect(data).toMatchObject({
    late: true,
    nights: [{ night: 20777, users: 40, owed_tokens: 550, failed: failed.slice(0, shownFailedMax), failed_count: 32 }],
    restores: [{ id: 'night-20777', scope: 'wallets', operator: 'anna', finished_at: null }]
  })
})
