// A chat page for the tests of dictation.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { chatServer } from './chat/chat-server.ts'
import { openChat } from './chat/open-chat.tsx'
import { succeed } from './fake-api.ts'
import { plugIn, speakFor } from './recording-device.ts'

type Server = NonNullable<Parameters<typeof chatServer>[0]>

/** A server that recognises this text in every recording. */
export const heard = (text: string): Server => ({ answers: { 'POST /ai/audio/transcribe': () => succeed({ text }) } })

export const begin = () => screen.findByRole('button', { name: 'Надиктовать голосом' })
export const stop = () => screen.findByRole('button', { name: 'Остановить запись' })

export const recordings = (server: ReturnType<typeof chatServer>) =>
  server.asked.filter(({ path }) => path === '/ai/audio/transcribe')

const press = async () => fireEvent.click(await begin())

/** Records for a second. */
async function say() {
  await press()
  await stop()
  speakFor(1000)
  fireEvent.click(await stop())
}

/** Opens a chat for a signed-in user. */
export async function openDictating(server: Server, path = '/gpt5') {
  const device = plugIn()
  const api = chatServer(server)
  const page = await openChat(path)
  await waitFor(() => expect(api.calls()).toContain('GET /user/tokens'))
  await waitFor(() => expect(screen.queryByText('Необходимо войти в систему')).toBeNull())
  return { ...page, api, device, press, say }
}
