import { expect, it, vi } from 'vitest'
import { beginNewPage, onNewPage, pageEvent, pageStore } from '#web/src/base/storage/page-store.ts'

it('a store calls its listeners for a change, and not for the same value again', () => {
  const names = pageStore<readonly string[]>(() => [])
  const changed = vi.fn()
  const stop = names.subscribe(changed)
  const anna = ['anna']
  names.setState(anna, true)
  names.setState(anna, true)
  expect([names.getState(), changed.mock.calls.length]).toEqual([['anna'], 1])
  stop()
  names.setState([], true)
  expect(changed).toHaveBeenCalledOnce()
})

it('a new page resets a store to its first value, and calls its listeners', () => {
  let stored = 'anna'
  const name = pageStore(() => stored)
  const changed = vi.fn()
  name.subscribe(changed)
  stored = 'boris'
  expect(name.getState()).toBe('anna')
  beginNewPage()
  expect([name.getState(), changed.mock.calls.length]).toEqual(['boris', 1])
})

it('the reset of a module runs before the reset of stores that were created later', () => {
  const seen: (number | null)[] = []
  onNewPage(() => void seen.push(open.getState()))
  const open = pageStore<number | null>(() => null)
  open.setState(1, true)
  beginNewPage()
  expect([seen, open.getState()]).toEqual([[1], null])
})

it('an event reaches its current listeners, also after one was removed, and none of the previous page', () => {
  const ends = pageEvent<string>()
  const [first, second] = [vi.fn(), vi.fn()]
  const stop = ends.on(first)
  ends.on(second)
  ends.tell('one')
  stop()
  ends.tell('two')
  beginNewPage()
  ends.tell('three')
  expect([first.mock.calls, second.mock.calls]).toEqual([[['one']], [['one'], ['two']]])
})
