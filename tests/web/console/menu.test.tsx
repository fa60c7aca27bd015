import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pages } from '#web/console/src/base/pages.ts'
import { Shell } from '#web/console/src/shell.tsx'
import { renderInConsole } from './render-console.tsx'

const last = pages.at(-1)!

test('the menu shows the entry of the page that is open, also far down, at once and when it is opened on a phone', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  renderInConsole(<Shell path={last.path}>page</Shell>)
  const entry = screen.getByRole('link', { name: last.title })
  expect(entry.getAttribute('aria-current')).toBe('page')
  expect(shown.mock.contexts).toEqual([entry])
  await userEvent.click(screen.getByRole('button', { name: 'Открыть меню' }))
  const dialog = await screen.findByRole('dialog', { name: 'Меню' })
  expect(dialog.contains(shown.mock.contexts.at(-1) as Element)).toBe(true)
})
