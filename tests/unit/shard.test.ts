import { describe, expect, test } from 'vitest'
import { isJobId, jobIdOf } from '#data/files/job-files.ts'
import { inShard, newUserId, shardBinding, shardOf, shardOfBinding, shardsIn } from '#domain/shard.ts'

const uuid = '12345678-0000-4000-8000-000000000000'

describe('the history of an id', () => {
  test.each([
    [uuid, 0],
    ['1-2345678', 0],
    ['h0-x', 0],
    [`h1-${uuid}`, 1],
    [`h9999-${uuid}`, 9999],
    [`h10000-${uuid}`, 0],
    [`xh1-${uuid}`, 0],
    ['f'.repeat(32), 0]
  ])('of %s is %i', (id, shard) => expect(shardOf(id)).toBe(shard))

  test.each([1, 42])('of a job of history %i is that of its user', (shard) => {
    const id = jobIdOf(inShard(shard, uuid), 'operation')
    expect([shardOf(id), isJobId(id)]).toEqual([shard, true])
  })

  test('is one of those that take new accounts, whatever the number of the account', () => {
    const shards = ['00000000', '00000001', '00000002', 'ffffffff'].map((start) =>
      shardOf(newUserId([3, 5], `${start}-0000-4000-8000-000000000000`))
    )
    expect(shards).toEqual([3, 5, 3, 5])
    expect(() => newUserId([], uuid)).toThrow('No history')
  })
})

test.each(['../x', 'h1-', 'f'.repeat(32), `h0-${'f'.repeat(32)}`, 'f'.repeat(31), `h1-${'g'.repeat(32)}`])(
  '%s is not the id of a job',
  (text) => expect(isJobId(text)).toBe(false)
)

test.each([
  ['1', [1]],
  ['1, 2,30', [1, 2, 30]],
  ['', null],
  ['0', null],
  ['1,1', null],
  ['1;2', null],
  ['01', null]
])('the setting «%s» names %j', (setting, shards) => expect(shardsIn(setting)).toEqual(shards))

test('a binding is named after its history, and only such bindings are histories', () => {
  for (const shard of [1, 9999]) expect(shardOfBinding(shardBinding(shard))).toBe(shard)
  for (const name of ['HISTORY_OPEN', 'HISTORY_', 'HISTORY_0', 'HISTORY_01', 'DB', 'MY_HISTORY_1'])
    expect(shardOfBinding(name)).toBeNull()
})
