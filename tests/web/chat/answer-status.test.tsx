import { act, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Waiting } from '#web/src/chat/dialog/answer-status.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('an answer shows that it waits before its first words and when no more come, not while they come', () => {
  const { container, rerender } = render(<Waiting begun={false} shown={null} phase="streaming" />)
  const waits = () => container.querySelector('span') !== null
  const space = () => container.querySelector('p') !== null
  expect(waits()).toBe(true)
  for (let piece = 0; piece < 3; piece += 1) {
    rerender(<Waiting begun shown={{}} phase="streaming" />)
    expect([waits(), space()]).toEqual([false, true])
    pass(900)
  }
  expect(waits()).toBe(false)
  pass(200)
  expect(waits()).toBe(true)
  rerender(<Waiting begun shown={{}} phase="streaming" />)
  expect(waits()).toBe(false)
})
