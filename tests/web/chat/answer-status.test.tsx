import { act, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Waiting } from '#web/src/chat/dialog/answer-status.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('an answer shows that it waits before its first words and when no more come, not while they come', () => {
  const { container, rerender } = render(<Waiting begun={false} shown={null} phase="streaming" />)
  const waits = () => container.querySelector('.animate-breathe') !== null
  const space = () => container.querySelector('div') !== null
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

test('an answer without a word says after ten seconds what it waits for, once, and counts the seconds', () => {
  const since = Date.now() - 4000
  const { container, rerender } = render(<Waiting begun={false} since={since} shown={null} phase="asking" />)
  const said = () => container.querySelector('output')?.textContent
  pass(5000)
  expect([said(), container.textContent]).toEqual(['', ''])
  pass(1000)
  expect(said()).toBe('Сервер отвечает дольше обычного, ждём, когда он примет запрос…')
  rerender(<Waiting begun={false} since={since} shown={null} phase="streaming" />)
  const text = 'Модель думает дольше обычного, ждём ответа поставщика…'
  expect([said(), container.textContent]).toEqual([text, `${text}10 с`])
  pass(3000)
  expect([said(), container.textContent]).toEqual([text, `${text}13 с`])
  rerender(<Waiting begun since={since} shown={{}} phase="streaming" />)
  expect(container.textContent).toBe('')
})
