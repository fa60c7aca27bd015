import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { helpBeside } from '#web/src/base/ui/help-button.tsx'
import { HelpSlot } from '#web/src/base/ui/help-slot.ts'
import { ErrorState, LoadFailure } from '#web/src/base/ui/states.tsx'
import { toasts } from './toasts.ts'

test('help about an error opens a letter with its words and the page, without its query, and copies it', async () => {
  window.history.replaceState(null, '', '/subscription?token=secret#place')
  const user = userEvent.setup()
  render(
    <HelpSlot value={helpBeside}>
      <LoadFailure what="историю" onRetry={() => undefined} />
    </HelpSlot>
  )
  await user.click(screen.getByRole('button', { name: 'Помощь' }))
  const dialog = await screen.findByRole('dialog', { name: 'Помощь' })
  expect(dialog.textContent).toContain('Что случилось: Не удалось загрузить историю')
  expect(dialog.textContent).toMatch(
    /Страница: http:\/\/localhost(:\d+)?\/subscriptionВремя|Страница: \S+\/subscription\n/
  )
  const link = within(dialog).getByRole('link', { name: 'Написать письмо' }).getAttribute('href') ?? ''
  expect(link).toMatch(/^mailto:support@ai-platform\.localhost\?subject=/)
  expect(link).not.toContain('secret')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(within(dialog).getByRole('button', { name: 'Скопировать текст' }))
  await waitFor(() => expect(toasts).toEqual(['success: Текст скопирован в буфер обмена']))
  expect(copied.mock.lastCall?.[0]).toContain('Не удалось загрузить историю')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  window.history.replaceState(null, '', '/')
})

test('help is there where an error leaves nothing to try again, and not in the console of operators', () => {
  const error = <ErrorState title="Такого чата нет" text="Возможно, он был удалён." />
  const { unmount } = render(<HelpSlot value={helpBeside}>{error}</HelpSlot>)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Помощь'])
  unmount()
  render(error)
  expect(screen.queryByRole('button')).toBeNull()
})
