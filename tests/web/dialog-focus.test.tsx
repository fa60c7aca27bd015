// Where the focus goes when a dialog or a menu in it closes.
import { type SyntheticEvent, useState } from 'react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from '#web/src/base/ui/button.tsx'
import { CheckBox } from '#web/src/base/ui/check-box.tsx'
import { Dialog } from '#web/src/base/ui/dialog.tsx'
import { IconButton } from '#web/src/base/ui/icon-button.tsx'
import { lateDialog } from '#web/src/base/ui/late-dialog.tsx'
import { Menu, MenuItem } from '#web/src/base/ui/menu.tsx'

const drawn = (open: boolean) => (
  <main>
    <Button busy={open}>Оплатить</Button>
    <Dialog open={open} onOpenChange={() => undefined} title="Оплата" />
  </main>
)

test('a busy button whose dialog closes gets the focus back, also where a press has given it none', async () => {
  const { rerender } = render(drawn(false))
  const button = screen.getByRole('button', { name: 'Оплатить' })
  button.focus()
  // As in Safari.
  button.blur()
  rerender(drawn(true))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  rerender(drawn(false))
  await waitFor(() => expect(document.activeElement).toBe(button))
})

const amongOthers = (open: boolean) => (
  <>
    <main tabIndex={-1}>
      <Button busy>Другая работа</Button>
    </main>
    {drawn(open).props.children}
  </>
)

test('where several buttons are busy none is taken for the opener', async () => {
  const { rerender } = render(amongOthers(true))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
  rerender(amongOthers(false))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

const overDrawer = (drawer: boolean, help: boolean) => (
  <main tabIndex={-1}>
    <Dialog open={drawer} onOpenChange={() => undefined} title="Меню" side="left">
      <button type="button">Помощь</button>
    </Dialog>
    <Dialog open={help} onOpenChange={() => undefined} title="Помощь" />
  </main>
)

test('a dialog that was opened from another, which has closed since, gives the focus to the page', async () => {
  const { rerender } = render(overDrawer(true, false))
  screen.getByRole('button', { name: 'Помощь' }).focus()
  // The drawer is still there while it slides out.
  rerender(overDrawer(true, true))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Помощь' })))
  rerender(overDrawer(false, true))
  // Its own turn to give the focus back is a timer.
  await new Promise((done) => setTimeout(done))
  rerender(overDrawer(false, false))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

function OfMenu() {
  const [open, setOpen] = useState(false)
  return (
    <main tabIndex={-1}>
      <Menu trigger={<button type="button">Ещё</button>}>
        <MenuItem onSelect={() => setOpen(true)}>Переименовать</MenuItem>
      </Menu>
      <Dialog open={open} onOpenChange={setOpen} title="Переименовать" />
    </main>
  )
}

test.each(['by a key', 'by a click'])(
  'the button of a menu, opened %s, gets the focus back from a dialog that has opened at once',
  async (way) => {
    const user = userEvent.setup()
    render(<OfMenu />)
    const button = screen.getByRole('button', { name: 'Ещё' })
    if (way === 'by a click') await user.click(button)
    else await user.tab().then(() => user.keyboard('{Enter}'))
    await user.click(await screen.findByRole('menuitem'))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(document.activeElement).toBe(dialog))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
)

test('a menu in a dialog is in reach, not in the page that the dialog hides, and gives the focus back', async () => {
  const user = userEvent.setup()
  const chosen = vi.fn()
  render(
    <>
      <main tabIndex={-1} />
      <Dialog open onOpenChange={() => undefined} title="Новый ключ">
        <Menu trigger={<button type="button">Срок</button>}>
          <MenuItem onSelect={chosen}>30 дней</MenuItem>
        </Menu>
      </Dialog>
    </>
  )
  await user.click(screen.getByRole('button', { name: 'Срок' }))
  await user.click(await screen.findByRole('menuitem', { name: '30 дней' }))
  expect(chosen).toHaveBeenCalledOnce()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Срок' })))
})

test.each(['a press', 'a key', 'Enter in a field'])(
  'a busy button keeps the focus and does nothing by %s',
  async (way) => {
    const user = userEvent.setup()
    const sent = vi.fn((event: SyntheticEvent) => event.type === 'submit' && event.preventDefault())
    const pressed = vi.fn()
    const form = (busy: boolean) => (
      <Dialog open onOpenChange={() => undefined} title="Новый ключ">
        <form onSubmit={(event) => sent(event)}>
          <input aria-label="Название" />
          <Button type="submit" busy={busy} onClick={pressed}>
            Создать
          </Button>
        </form>
      </Dialog>
    )
    const { rerender } = render(form(false))
    const button = screen.getByRole('button', { name: 'Создать' })
    const act = async () => {
      if (way === 'a press') await user.click(button)
      else if (way === 'a key') await user.keyboard('{Enter}')
      else await user.type(screen.getByRole('textbox'), '{Enter}')
    }
    button.focus()
    await act()
    const { activeElement: before } = document
    rerender(form(true))
    // It has a spinner, and breathes no more.
    expect(button.querySelector('.animate-spin')).toBeTruthy()
    expect(button.classList).toContain('animate-none!')
    await act()
    expect([sent.mock.calls.length, pressed.mock.calls.length, document.activeElement]).toEqual([1, 1, before])
  }
)

test('a box whose change is on the way keeps the focus and takes no second one', async () => {
  const user = userEvent.setup()
  const change = vi.fn()
  const box = (busy: boolean) => <CheckBox label="Память" checked={false} busy={busy} onChange={change} />
  const { rerender } = render(box(false))
  const field = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Память' })
  await user.click(field)
  rerender(box(true))
  await user.keyboard(' ')
  expect([document.activeElement, field.disabled, field.checked, change.mock.calls.length]).toEqual([
    field,
    false,
    false,
    1
  ])
})

test('an icon button that its own press turns off keeps the focus, and does nothing', async () => {
  const user = userEvent.setup()
  const press = vi.fn()
  const menu = (disabled: boolean) => (
    <Menu disabled={disabled} trigger={<IconButton label="Ещё" icon={null} onClick={press} />}>
      <MenuItem>Удалить</MenuItem>
    </Menu>
  )
  const { rerender } = render(menu(false))
  const button = screen.getByRole('button', { name: 'Ещё' })
  button.focus()
  rerender(menu(true))
  await user.keyboard('{Enter}{ArrowDown}')
  await user.click(button)
  expect([document.activeElement, button.ariaDisabled, press.mock.calls.length]).toEqual([button, 'true', 0])
  expect(screen.queryByRole('menu')).toBeNull()
})

test('an icon button that is off hears of no press, and sends no form', () => {
  const hear = vi.fn((event: SyntheticEvent) => event.type === 'submit' && event.preventDefault())
  const form = (disabled: boolean) => (
    <form onSubmit={hear}>
      <IconButton type="submit" label="Готово" icon={null} disabled={disabled} onPointerDown={hear} onKeyDown={hear} />
    </form>
  )
  const { rerender } = render(form(true))
  const button = screen.getByRole('button', { name: 'Готово' })
  const press = () => {
    fireEvent.pointerDown(button)
    fireEvent.keyDown(button, { key: 'Enter' })
    fireEvent.click(button)
  }
  press()
  expect(hear).not.toHaveBeenCalled()
  rerender(form(false))
  press()
  expect(hear.mock.calls.map(([{ type }]) => type)).toEqual(['pointerdown', 'keydown', 'submit'])
})

interface Closable {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const Late = lateDialog(async () => (props: Closable) => <Dialog {...props} title="Вопрос" />)

function Asking() {
  const [open, setOpen] = useState(false)
  return (
    <main>
      <Menu trigger={<IconButton label="Ещё" icon={null} />}>
        <MenuItem onSelect={() => setOpen(true)}>Спросить</MenuItem>
      </Menu>
      <Late open={open} onOpenChange={setOpen} />
    </main>
  )
}

test('a dialog that a menu opens gives the focus back to its button, also when its part comes in an instant', async () => {
  const user = userEvent.setup()
  render(<Asking />)
  const button = screen.getByRole('button', { name: 'Ещё' })
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: 'Спросить' }))
  await screen.findByRole('dialog', { name: 'Вопрос' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})
