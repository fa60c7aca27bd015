// The limits of one call of a supplier, by the clock alone.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Deadline } from '#providers/http/deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  { firstWordMs: 60_000, idleMs: 5000 },
  { firstWordMs: 5000, idleMs: 60_000 }
])(
  'silence after the first word has a limit of its own: $idleMs ms after $firstWordMs ms',
  async ({ firstWordMs, idleMs }) => {
    const deadline = new Deadline({ firstWordMs, idleMs, totalMs: 600_000 }, null, (stage) => new Error(stage))
    const heard = vi.fn<() => void>()
    deadline.whenEnded(heard)
    await vi.advanceTimersByTimeAsync(4000)
    deadline.word()
    await vi.advanceTimersByTimeAsync(idleMs - 1)
    expect([deadline.signal.aborted, heard.mock.calls.length]).toEqual([false, 0])
    await vi.advanceTimersByTimeAsync(1)
    expect([deadline.signal.reason, heard.mock.calls.length]).toEqual([new Error('idle'), 1])
    deadline.stop()
  }
)
