// Presses beside a dialog.
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
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
