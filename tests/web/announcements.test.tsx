import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Announcements } from '#web/src/app/announcements.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { fakeApi, succeed } from './fake-api.ts'

const announcement = { id: 'first', text: 'Ночью будут работы на серверах', severity: 'warning' }

function open(announcements: object[] = [announcement]) {
  fakeApi({ 'GET /announcements': () => succeed({ announcements }) })
  return render(
    <QueryClientProvider client={queryClient}>
      <Announcements />
    </QueryClientProvider>
  )
}

it('an announcement is read out, hidden by its button, and stays hidden', async () => {
  const { unmount, container } = open()
  await screen.findByRole('complementary', { name: 'Объявление' })
  expect(screen.getByRole('status').textContent).toBe(announcement.text)
  fireEvent.click(screen.getByRole('button', { name: 'Скрыть объявление' }))
  expect(container.textContent).toBe('')
  unmount()
  beginNewPage()
  const again = open()
  await waitFor(() => expect(fetch).toHaveBeenCalled())
  expect(again.container.textContent).toBe('')
})

it('a newer one is shown though an older one was hidden', async () => {
  localStorage.setItem('announcement-read', 'first')
  open([{ id: 'second', text: 'Работы закончены', severity: 'news' }, announcement])
  await screen.findByText('Работы закончены')
})
