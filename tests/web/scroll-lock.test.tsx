import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isScrollLocked, useScrollLock } from '#web/src/base/ui/scroll-lock.ts'

function Dialog({ open }: { open: boolean }) {
  useScrollLock(open)
  return null
}

const dialogs = (first: boolean, second: boolean) => (
  <>
    <Dialog open={first} />
    <Dialog open={second} />
  </>
)

test('the page does not scroll while any dialog is open', () => {
  const { rerender, unmount } = render(dialogs(false, false))
  expect(isScrollLocked()).toBe(false)
  for (const [first, second] of [
    [true, false],
    [true, true],
    [false, true],
    [true, false]
  ] as const) {
    rerender(dialogs(first, second))
    expect(isScrollLocked()).toBe(true)
  }
  rerender(dialogs(false, false))
  expect(isScrollLocked()).toBe(false)
  rerender(dialogs(true, true))
  unmount()
  expect(isScrollLocked()).toBe(false)
})
