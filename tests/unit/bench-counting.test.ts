import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { awakeSeconds, hopsBefore, type Step } from '#bench/first-word/trace.ts'
import { CommitWatch } from '#bench/first-word/wal.ts'

describe('commits counted from the write-ahead log', () => {
  let folder: string
  let database: DatabaseSync
  let watch: CommitWatch

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bench-counting-'))
    watch = new CommitWatch(folder)
    database = new DatabaseSync(join(folder, 'object.sqlite'))
    database.exec('pragma journal_mode = wal; pragma synchronous = off; create table chunks (text text)')
    watch.take()
  })

  afterEach(() => {
    watch.stop()
    database.close()
    rmSync(folder, { recursive: true })
  })

  const insert = () => database.exec("insert into chunks values ('text')")

  test('a transaction of many writes is one commit', () => {
    database.exec(`begin; ${"insert into chunks values ('text');".repeat(50)} commit`)
    expect(watch.take()).toEqual({ commits: 1, freshObjects: 0 })
  })

  test('a read and a rollback are none', () => {
    database.exec("begin; insert into chunks values ('text'); rollback; select * from chunks")
    expect(watch.take()).toEqual({ commits: 0, freshObjects: 0 })
  })

  test('none is lost or counted twice when the log begins again at its start', () => {
    let counted = 0
    for (let commit = 1; commit <= 2500; commit++) {
      insert()
      if (commit % 37 === 0) counted += watch.take().commits
    }
    expect(counted + watch.take().commits).toBe(2500)
  })

  test('a new database is a fresh object', () => {
    const other = new DatabaseSync(join(folder, 'other.sqlite'))
    other.exec('create table chunks (text text)')
    other.close()
    expect(watch.take()).toEqual({ commits: 0, freshObjects: 1 })
    expect(watch.take().freshObjects).toBe(0)
  })
})

/** A call from `begin` to `end` in the order of events; its times are the same numbers in milliseconds. */
const step = (by: string, target: string, begin: number, end: number | null): Step => ({
  kind: target === 'D1' ? 'd1' : target === 'upstream' ? 'upstream' : 'object',
  by,
  target,
  call: 'call',
  statements: 1,
  begin,
  end,
  beginMs: begin,
  endMs: end
})

const targets = (steps: Step[]) => hopsBefore(steps).map(({ target }) => target)

describe('hops before the upstream is asked', () => {
  test('calls one after the other and one inside the other are hops of their own', () => {
    const inRow = [
      step('worker', 'D1', 1, 2),
      step('worker', 'ANSWER a', 3, null),
      step('ANSWER a', 'WALLET a', 4, 5),
      step('ANSWER a', 'upstream', 6, null)
    ]
    expect(targets(inRow)).toEqual(['D1', 'ANSWER a', 'WALLET a'])
  })

  test('calls side by side are one hop', () => {
    const beside = [
      step('worker', 'D1', 1, 4),
      step('worker', 'LIMITER a', 2, 3),
      step('worker', 'USER a', 5, null),
      step('USER a', 'upstream', 6, 7)
    ]
    expect(targets(beside)).toHaveLength(2)
  })

  test('what nobody waits for is no hop', () => {
    const unawaited = [
      step('worker', 'USER a', 1, null),
      step('USER a', 'D1', 2, 9),
      step('USER a', 'CHANNEL a', 3, 8),
      step('USER a', 'upstream', 4, null),
      step('USER a', 'D1', 5, 6)
    ]
    expect(targets(unawaited)).toEqual(['USER a'])
  })
})

test('an object is awake once for calls that overlap, and the one that asks until the answer ends', () => {
  const steps = [
    step('worker', 'LIMITER a', 0, 1000),
    step('worker', 'LIMITER a', 500, 2000),
    step('worker', 'USER a', 2000, 2100),
    step('USER a', 'upstream', 2050, null)
  ]
  const counts = {
    objectRowsWritten: 0,
    objectRowsRead: 0,
    alarmsSet: 0,
    alarmsRun: 0,
    d1RowsRead: 0,
    d1RowsWritten: 0
  }
  expect(awakeSeconds({ steps, counts }, 12_000)).toBe(12)
})
