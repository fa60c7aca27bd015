// The bucket of files is measured in portions, once a day, and an operator hears when it nears what was planned.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { measureBucket } from '#worker/clock/measure-bucket.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'
import { alarmRows, emptyAlarms } from '../support/worker/telling.ts'

const sizes = { pages: 2, keys: 2 }
let alarms: ReturnType<typeof catchAlarms>

beforeEach(async () => {
  alarms = catchAlarms()
  await emptyAlarms()
  await env.DB.exec('delete from bucket_sizes')
  const { objects } = await env.MEDIA.list()
  await env.MEDIA.delete(objects.map(({ key }) => key))
})
const fill = (count: number, bytes: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => env.MEDIA.put(`results/${index}/0`, 'x'.repeat(bytes))))
const measured = () => env.DB.prepare('select cursor, bytes, files from bucket_sizes').first()

test('portion after portion, until every file was seen once', async () => {
  await fill(11, 100)
  const portions = []
  do portions.push(await measureBucket(env, Date.now(), sizes))
  while (!portions.at(-1)!.isDone && portions.length < 20)
  expect(portions).toEqual([
    { files: 4, isDone: false },
    { files: 4, isDone: false },
    { files: 3, isDone: true }
  ])
  expect(await measured()).toEqual({ cursor: null, bytes: 1100, files: 11 })
  expect(alarms()).toEqual([])
})

test('a portion that two runs did at once counts once', async () => {
  await fill(6, 100)
  await measureBucket(env, Date.now(), sizes)
  await Promise.all([measureBucket(env, Date.now(), sizes), measureBucket(env, Date.now(), sizes)])
  expect(await measured()).toMatchObject({ bytes: 600, files: 6 })
})

test('an empty bucket is measured too', async () => {
  expect(await measureBucket(env, Date.now(), sizes)).toEqual({ files: 0, isDone: true })
  expect(await measured()).toMatchObject({ bytes: 0, files: 0 })
})

/** A bucket with one file of this size. */
const list = (size: number) => () => Promise.resolve({ objects: [{ key: 'results/a/0', size }], truncated: false })

const walk = (size: number) =>
  measureBucket({ ...env, LIMIT_MEDIA_GIGABYTES: '10', MEDIA: { list: list(size) } as unknown as R2Bucket }, Date.now())

test('above four fifths of what was planned it is an alarm, which says how full it is', async () => {
  await walk(8_000_000_000)
  expect(await alarmRows()).toEqual([])
  await walk(8_300_000_000)
  expect(await alarmRows('bucket-large')).toMatchObject([{ subject: 'MEDIA', detail: { percent: 83, files: 1 } }])
})
