import { act, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useKeyboard } from '#web/src/base/ui/keyboard.ts'

const Bar = () => {
  useKeyboard()
  return null
}

/** The part of the window that the user sees, which the keyboard changes. */
const seen = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 })
const covered = () => document.documentElement.style.getPropertyValue('--keyboard')
const above = () => document.documentElement.style.getPropertyValue('--above')
const see = (change: Partial<Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>>) =>
  act(() => {
    Object.assign(seen, { height: 800, offsetTop: 0, scale: 1 }, change)
    seen.dispatchEvent(new Event('resize'))
  })

beforeEach(() => {
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('visualViewport', seen)
})
afterEach(() => {
  see({})
  vi.unstubAllGlobals()
})

it('what the keyboard covers of the window is known while a bar stands at its edge', async () => {
  const { unmount } = render(<Bar />)
  const second = render(<Bar />)
  await waitFor(() => {
    see({ height: 460 })
    expect(covered()).toBe('340px')
  })
  see({ height: 460, offsetTop: 120 })
  expect(covered()).toBe('220px')
  unmount()
  await act(async () => undefined)
  see({ height: 500 })
  expect(covered()).toBe('300px')
  second.unmount()
  await waitFor(() => expect(covered()).toBe(''))
})

it('what the browser has moved out of sight above is known too, also where nothing is covered then', async () => {
  render(<Bar />)
  await waitFor(() => {
    see({ height: 460, offsetTop: 120 })
    expect(above()).toBe('120px')
  })
  see({ height: 460, offsetTop: 340 })
  expect([covered(), above()]).toEqual(['', '340px'])
  see({ height: 400, offsetTop: 200, scale: 2 })
  expect(above()).toBe('')
  see({ height: 460, offsetTop: 60 })
  see({})
  expect([covered(), above()]).toEqual(['', ''])
})

it('a bar of the browser is no keyboard, and zooming in is none either', async () => {
  render(<Bar />)
  await waitFor(() => {
    see({ height: 460 })
    expect(covered()).toBe('340px')
  })
  see({ height: 740 })
  expect(covered()).toBe('')
  see({ height: 400, scale: 2 })
  expect(covered()).toBe('')
})
