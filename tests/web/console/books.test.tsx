// The files of a person's old books, and how a damaged month is written anew.
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Page } from '#web/console/src/money/books/page.tsx'
import { fakeApi, refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { renderInConsole } from './render-console.tsx'

const file = {
  month: '2025-09',
  part: 1,
  kind: 'ledger' as const,
  key: 'a',
  rows: 12,
  first_seq: 1,
  last_seq: 12,
  bytes: 900,
  sha256: 'ab',
  archived_at: 1
}
const files = [file, { ...file, part: 2, key: 'b' }, { ...file, kind: 'usage' as const, key: 'c' }]
const read = { 'GET /operator/users/h1-u/books': () => succeed({ files, live: { from: '2026-10', to: '2026-11' } }) }
const restore = 'POST /operator/users/h1-u/books/2025-09/restoration'

const button = () => screen.findByRole('button', { name: 'Восстановить книги за 2025-09' })

async function confirm() {
  await userEvent.click(await button())
  await userEvent.type(screen.getByLabelText('Причина'), 'Тревога о файле')
  await userEvent.click(screen.getByRole('button', { name: 'Восстановить' }))
}

describe('a month in a file', () => {
  it.each([
    [2, 'Записано файлов: 2'],
    [0, 'Повреждённых файлов не было']
  ])('is written anew with a reason, and %i files are told', async (count, text) => {
    const api = fakeApi({ ...read, [restore]: () => succeed({ files: count }) })
    renderInConsole(<Page parameter="h1-u" />)
    await confirm()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.asked.find(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'Тревога о файле',
      idempotency_key: expect.any(String)
    })
    expect(toasts).toEqual([`success: ${text}`])
  })

  it('stays as it is when the journal says something else, and the dialog says so', async () => {
    fakeApi({ ...read, [restore]: () => refuse(409, { code: 'CONFLICT', error: 'Журнал не сходится с файлом' }) })
    renderInConsole(<Page parameter="h1-u" />)
    await confirm()
    expect(await screen.findByText('Журнал не сходится с файлом')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('has one button, and none for a role that may not mend it', async () => {
    fakeApi(read)
    const { unmount } = renderInConsole(<Page parameter="h1-u" />)
    await button()
    expect(screen.getAllByRole('button', { name: /Восстановить/ })).toHaveLength(1)
    unmount()
    renderInConsole(<Page parameter="h1-u" />, 'support')
    await screen.findByText('2025-09, часть 2')
    expect(screen.queryByRole('button', { name: /Восстановить/ })).toBeNull()
  })
})
