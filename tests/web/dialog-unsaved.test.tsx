// A dialog whose form has words that are not saved asks before it closes: decisions/0120-forms-in-dialogs.md.
import { useState } from 'react'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from '#web/src/base/ui/dialog.tsx'
import { NameForm } from '#web/src/base/ui/name-form.tsx'

const sent = vi.fn<(name: string) => void>()
let answer: (() => void) | undefined

function Renaming() {
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        Переименовать
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Новое имя">
        <NameForm
          name="Чат"
          lengthMax={60}
          busy={busy}
          onSubmit={(name) => {
            sent(name)
            setBusy(true)
            answer = () => {
              setBusy(false)
              setOpen(false)
            }
          }}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </main>
  )
}

const form = (name: string) => (
  <NameForm name={name} lengthMax={60} busy={false} onSubmit={() => undefined} onCancel={() => undefined} />
)

test('a name that another device gives meanwhile is no change of this form', () => {
  const { container, rerender } = render(form('Чат'))
  rerender(form('Другой чат'))
  expect(container.querySelector('form')?.dataset['unsaved']).toBe('false')
})

const opener = () => screen.getByRole('button', { name: 'Переименовать' })
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Название' })
const areOpen = (...names: string[]) =>
  waitFor(() =>
    expect(
      screen
        .queryAllByRole('dialog', { hidden: true })
        .map((one) => within(one).getByRole('heading', { hidden: true }).textContent)
    ).toEqual(names)
  )
const question = 'Закрыть без сохранения?'

async function open() {
  const user = userEvent.setup()
  await user.click(opener())
  await areOpen('Новое имя')
  return user
}

async function write() {
  const user = await open()
  await user.type(await field(), '!')
  return user
}

const back = async () => {
  await waitFor(() => expect(window.history.state?.over).toBeGreaterThan(0))
  act(() => window.history.back())
}
/** On what covers the page. Nothing is laid out here, so nothing says that it takes presses. */
const pressBeside = () =>
  userEvent.setup({ pointerEventsCheck: 0 }).click([...document.querySelectorAll('.bg-scrim')].at(-1)!)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  sent.mockReset()
  // As a page is begun: without what the test before has left open.
  window.history.replaceState(null, '')
  render(<Renaming />)
})

const ways = [
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the cross', () => press('Закрыть')],
  ['a press beside it', pressBeside],
  ['«назад»', back]
] as const

test.each(ways)('by %s a form as it was is closed at once, a changed one after a question', async (_, close) => {
  await open()
  await close()
  await areOpen()
  await write()
  await close()
  await areOpen('Новое имя', question)
  await press('Не сохранять')
  await areOpen()
  await waitFor(() => expect(document.activeElement).toBe(opener()))
  await open()
  expect((await field()).value).toBe('Чат')
})

test.each([
  ...ways.filter(([name]) => name !== 'the cross'),
  ['«Остаться»', () => userEvent.click(screen.getByText('Остаться'))] as const
])('by %s the question goes, and the user writes on where they were', async (_, stay) => {
  const user = await write()
  const name = await field()
  await user.keyboard('{Escape}')
  await areOpen('Новое имя', question)
  // The answer that loses nothing is the first.
  expect(document.activeElement?.textContent).toBe('Остаться')
  await stay()
  await areOpen('Новое имя')
  await waitFor(() => expect(document.activeElement).toBe(name))
  await user.keyboard('!')
  expect(name.value).toBe('Чат!!')
})

test('«Отмена» gives the words up at once', async () => {
  await write()
  await press('Отмена')
  await areOpen()
})

test('what is saved while the question stands closes both, and the next time nothing is asked', async () => {
  const user = await write()
  await user.keyboard('{Enter}{Escape}')
  await areOpen('Новое имя', question)
  act(() => answer?.())
  await areOpen()
  await open()
  await areOpen('Новое имя')
})

test('while a form is sent it takes nothing more, and no second press sends it again', async () => {
  const user = await write()
  const name = await field()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(name)
  await user.keyboard('?{Enter}')
  await press('Сохранить')
  expect([name.value, sent.mock.calls]).toEqual(['Чат!', [['Чат!']]])
})
