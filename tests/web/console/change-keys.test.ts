// With which key a change is sent again.
import { beforeEach, expect, it, vi } from 'vitest'
import { keyFor, noteOutcome } from '#web/console/src/base/change-keys.ts'

const path = '/operator/people/anna/tokens'
const input = { tokens: 100, reason: 'Сбой ночью' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

it('a change with an unknown outcome keeps its key for ten minutes, also with another reason', () => {
  const key = keyFor(path, input)
  noteOutcome(path, { input, key, failure: new TypeError('no network') })
  expect(keyFor(path, { ...input, reason: 'Сбой утром', changed_at: 2 })).toBe(key)
  expect(keyFor(path, { ...input, tokens: 50 })).not.toBe(key)
  vi.setSystemTime(Date.now() + 10 * 60_000)
  expect(keyFor(path, input)).not.toBe(key)
})

it('a change that was made is another one the next time', () => {
  const key = keyFor(path, input)
  noteOutcome(path, { input, key, failure: null })
  expect(keyFor(path, input)).not.toBe(key)
})
