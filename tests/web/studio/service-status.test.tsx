// A form that stays open while operators switch its service off and on.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { startStudio } from './open-studio.tsx'

const reason = 'Провайдер чинит серверы, вернёмся к вечеру'
const up = { service: 'luma', kind: 'video', state: 'up', typicalSeconds: 118 }

test('an open form hears within a minute that its service is off, and that it is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const server = { services: [up] }
  await startStudio('/luma', server)
  await screen.findByText('Обычно готово за 2 мин')
  const note = `Временно не работает. ${reason}`
  expect(screen.queryByText(note)).toBeNull()
  server.services = [{ ...up, state: 'down', reason } as typeof up]
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByText(note)).toBeTruthy()
  server.services = [up]
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await waitFor(() => expect(screen.queryByText(note)).toBeNull())
})
