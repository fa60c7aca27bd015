import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { notify } from '#web/src/base/ui/notify.ts'

const said = () =>
  screen.queryAllByRole('listitem').flatMap((toast) => (toast.dataset.removed === 'true' ? [] : [toast.textContent]))

const open = { label: 'Открыть', onClick: vi.fn() }

it('a new toast replaces the one of its kind, one with an action only another with an action, and all can be cleared', async () => {
  // In other tests toasts are recorded instead of shown.
  vi.restoreAllMocks()
  // The toasts are rendered by their own React root, which the testing library does not wait for.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  notify.error('Неверный email или пароль')
  await waitFor(() => expect(said()).toEqual(['Неверный email или пароль']))
  notify.error('Нет связи с сервером')
  await waitFor(() => expect(said()).toEqual(['Нет связи с сервером']))
  notify.success('Изображение готово', open)
  notify.success('Текст скопирован')
  notify.success('Видео готово', open)
  await waitFor(() => expect(said()).toEqual(['Видео готовоОткрыть', 'Текст скопирован', 'Нет связи с сервером']))
  notify.clear()
  await waitFor(() => expect(said()).toEqual([]))
})
