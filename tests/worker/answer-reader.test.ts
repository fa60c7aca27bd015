import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Bell, readEvents } from '#durable-objects/answer/reader.ts'

/** An answer that runs and has stored nothing yet. */
const silentStore = {
  read: () => null,
  chunksAfter: () => [],
  readEnd: () => null,
  state: () => 'running'
} as unknown as Parameters<typeof readEvents>[0]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('every reader of a silent answer gets a ping every 15 seconds', async () => {
  const bell = new Bell()
  const readers = [readEvents(silentStore, bell, -1), readEvents(silentStore, bell, 3)].map((stream) =>
    stream.getReader()
  )
  for (let round = 1; round <= 3; round += 1) {
    const pieces = readers.map((reader) => reader.read())
    await vi.advanceTimersByTimeAsync(15_000)
    for (const { value } of await Promise.all(pieces)) expect(new TextDecoder().decode(value)).toBe(': ping\n\n')
  }
  await Promise.all(readers.map((reader) => reader.cancel()))
})
