// A dialog that is loaded when it first opens.
import { type ComponentType, useState } from 'react'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { networkText } from '#web/src/base/http/api-error.ts'
import { lateDialog } from '#web/src/base/ui/late-dialog.tsx'
import { toasts } from './toasts.ts'

const Dialog = ({ open }: { open: boolean; onClose: () => void }) => <p>{open ? 'opened' : 'closed'}</p>

const load = vi.fn(() => (navigator.onLine ? Promise.resolve(Dialog) : Promise.reject(new TypeError('gone'))))
const Late = lateDialog(load)

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
        Open
      </button>
      <Late open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const LateAlone = lateDialog(async (): Promise<ComponentType<{ onClose: () => void }>> => () => <p>shown</p>)

test('one that is rendered only where it is open needs no word of that', async () => {
  render(<LateAlone onClose={() => undefined} />)
  expect(await screen.findByText('shown')).toBeTruthy()
})

test('without a network it says so and forgets the press; the next one opens it', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { unmount } = render(<Page />)
  expect(load).not.toHaveBeenCalled()
  const user = userEvent.setup()
  const press = () => user.click(screen.getByRole('button'))
  await press()
  await press()
  expect(toasts).toEqual([`error: ${networkText}`, `error: ${networkText}`])
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(screen.getByRole('button').ariaExpanded).toBe('false')
  await press()
  await screen.findByText('opened')
  // Loaded, it is there at once.
  unmount()
  render(<Page />)
  expect([screen.getByText('closed').localName, load.mock.calls.length]).toEqual(['p', 3])
})
