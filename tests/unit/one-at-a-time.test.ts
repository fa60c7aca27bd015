import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { oneAtATime } from '#scripts/base/one-at-a-time.ts'

const folder = mkdtempSync(join(tmpdir(), 'one-at-a-time-'))
const file = join(folder, 'lock')
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('work under one file waits for the work before it, also for work that fails', async () => {
  const first = Promise.withResolvers<string>()
  const events: string[] = []
  const failing = oneAtATime(file, () => {
    events.push('first begins')
    return first.promise
  })
  const waiting = oneAtATime(file, async () => events.push('second begins'))
  const beside = await oneAtATime(join(folder, 'another'), async () => 'done')
  expect([beside, ...events]).toEqual(['done', 'first begins'])
  first.reject(new Error('broken'))
  await expect(failing).rejects.toThrow('broken')
  await waiting
  expect(events).toEqual(['first begins', 'second begins'])
})
