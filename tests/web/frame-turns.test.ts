import { beforeEach, expect, test, vi } from 'vitest'
import { takeTurn } from '#web/src/base/ui/frame-turns.ts'

/** A frame, and the task after it. */
const frameMs = 17

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
})

const passFrame = () => vi.advanceTimersByTime(frameMs)

test('one task runs after each frame, in the order in which they came', () => {
  const done: string[] = []
  for (const name of ['a', 'b', 'c']) takeTurn(() => done.push(name))
  expect(done).toEqual([])
  const seen = [1, 2, 3].map(() => {
    passFrame()
    return done.join('')
  })
  expect(seen).toEqual(['a', 'ab', 'abc'])
})

test('a task that was taken back gives its turn to the next', () => {
  const done: string[] = []
  const takeBack = takeTurn(() => done.push('a'))
  takeTurn(() => done.push('b'))
  takeBack()
  passFrame()
  expect(done).toEqual(['b'])
})

test('a task that throws does not hold up the others', () => {
  const done: string[] = []
  takeTurn(() => {
    throw new Error('broken')
  })
  takeTurn(() => done.push('b'))
  expect(passFrame).toThrow('broken')
  passFrame()
  expect(done).toEqual(['b'])
})
