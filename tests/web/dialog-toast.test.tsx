// Presses beside a dialog, and when toasts stand above it.
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isScrollLocked } from '#web/src/base/ui/scroll-lock.ts'
import { Dialog } from '#web/src/base/ui/dialog.tsx'

test('a press on a toast leaves a dialog open, one beside both closes it', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  render(
    <>
      <ol data-sonner-toaster>
        <li>Правки отменены</li>
      </ol>
      <p>Страница</p>
      <Dialog open onOpenChange={onOpenChange} title="Оплата" />
    </>
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
  // Nothing is laid out here, so nothing lies over the page.
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(screen.getByText('Правки отменены'))
  expect(onOpenChange).not.toHaveBeenCalled()
  await user.click(screen.getByText('Страница'))
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

const marks = () => [isScrollLocked(), document.documentElement.hasAttribute('data-dialog-open')]

test.each([
  { sides: ['center'], isAbove: true },
  { sides: ['full'], isAbove: true },
  { sides: ['left'], isAbove: false },
  { sides: ['left', 'center'], isAbove: true }
] as const)('toasts stand above a dialog, also above one over a drawer, but not above a drawer: $sides', (one) => {
  const dialogs = one.sides.map((side) => <Dialog key={side} open onOpenChange={vi.fn()} title={side} side={side} />)
  const { rerender } = render(dialogs)
  expect(marks()).toEqual([true, one.isAbove])
  rerender(dialogs.slice(0, -1))
  expect(marks()).toEqual([dialogs.length > 1, false])
})
