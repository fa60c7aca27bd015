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
const stop = () => screen.findByRole('button', { name: 'Остановить запись' })

export const recordings = (server: ReturnType<typeof chatServer>) =>
  server.asked.filter(({ path }) => path === '/ai/audio/transcribe')

/** Begins to record. */
export async function listen() {
  fireEvent.click(await begin())
  await stop()
}

/** Ends the recording after this time. */
export async function endAfter(ms: number) {
  speakFor(ms)
  fireEvent.click(await stop())
}

export async function say(ms = 1000) {
  await listen()
  await endAfter(ms)
}

/** Opens a chat for a signed-in user. */
export async function openDictating(server: Server = heard('да')) {
  const device = plugIn()
  const api = chatServer(server)
  const page = await openChat('/gpt5')
  await waitFor(() => expect(api.calls()).toContain('GET /user/tokens'))
  await waitFor(() => expect(screen.queryByText(/^За регистрацию дарим/)).toBeNull())
  return { ...page, api, device }
}
