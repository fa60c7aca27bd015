// The microphone under a finger that holds it.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { field } from './chat/open-chat.tsx'
import { begin, openDictating, recordings } from './dictating.ts'
import { openTracks, speakFor, unplug } from './recording-device.ts'
import { toasts } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(unplug)

const finger = { pointerType: 'touch', pointerId: 7 }
const at = (x: number, y: number) => ({ ...finger, clientX: x, clientY: y })

/** Puts a finger on the microphone, and waits until it counts as held. */
async function holdDown() {
  const button = await begin()
  fireEvent.pointerDown(button, at(300, 700))
  await screen.findByRole('button', { name: 'Остановить запись' })
  return button
}

const isIdle = () => begin()

test('speech is recorded while the finger holds the button, and becomes the prompt when it is lifted', async () => {
  const { api, device } = await openDictating()
  const button = await holdDown()
  await screen.findByText('Влево — отменить')
  speakFor(1500)
  fireEvent.pointerUp(button, at(300, 700))
  // The browser makes a click of it, which must not begin another recording.
  fireEvent.click(button, { detail: 1 })
  await waitFor(() => expect(field().value).toBe('да'))
  expect([recordings(api).length, openTracks(device), screen.queryByText('Влево — отменить')]).toEqual([1, 0, null])
  await isIdle()
})

test('a finger that goes to the left cancels: the microphone is closed and nothing is sent', async () => {
  const { api, device } = await openDictating()
  const button = await holdDown()
  speakFor(1500)
  fireEvent.pointerMove(button, at(260, 690))
  expect(openTracks(device)).toBe(1)
  fireEvent.pointerMove(button, at(210, 690))
  await isIdle()
  fireEvent.pointerUp(button, at(210, 690))
  expect([recordings(api).length, openTracks(device), toasts]).toEqual([0, 0, []])
  // The next press is one as before, also of a key.
  fireEvent.click(button)
  await screen.findByRole('button', { name: 'Остановить запись' })
})

test.each([
  ['goes up', (button: HTMLElement) => fireEvent.pointerMove(button, at(290, 620))],
  ['is taken by the system', (button: HTMLElement) => fireEvent.pointerCancel(button, at(300, 700))]
])('the recording goes on without a finger that %s, and ends by the button', async (_, leave) => {
  const { device } = await openDictating()
  const button = await holdDown()
  speakFor(800)
  leave(button)
  fireEvent.pointerUp(button, at(290, 620))
  await waitFor(() => expect(screen.queryByText('Влево — отменить')).toBeNull())
  expect(openTracks(device)).toBe(1)
  fireEvent.pointerDown(button, at(300, 700))
  fireEvent.click(button, { detail: 1 })
  await waitFor(() => expect(field().value).toBe('да'))
})

test('a recording of a moment is dropped, and the user is told to hold', async () => {
  const { api, device } = await openDictating()
  const button = await holdDown()
  speakFor(300)
  fireEvent.pointerUp(button, at(300, 700))
  await waitFor(() => expect(toasts).toEqual(['info: Удерживайте кнопку, пока говорите']))
  expect([recordings(api).length, openTracks(device)]).toEqual([0, 0])
  await isIdle()
})

test('a finger that the question of the browser takes leaves a recording that goes on without it', async () => {
  const { device } = await openDictating()
  const allowed = Promise.withResolvers<void>()
  const give = device.getUserMedia.getMockImplementation()!
  device.getUserMedia.mockImplementationOnce((wanted) => allowed.promise.then(() => give(wanted)))
  const button = await begin()
  fireEvent.pointerDown(button, at(300, 700))
  await screen.findByRole('button', { name: 'Ожидаю доступ к микрофону' })
  speakFor(4000)
  fireEvent.pointerUp(button, at(300, 700))
  allowed.resolve()
  await screen.findByRole('button', { name: 'Остановить запись' })
  expect([openTracks(device), toasts]).toEqual([1, []])
})

test('a short tap begins as before, and a call that takes the microphone ends it with what was said', async () => {
  const { device } = await openDictating()
  const button = await begin()
  fireEvent.pointerDown(button, at(300, 700))
  fireEvent.pointerUp(button, at(300, 700))
  fireEvent.click(button, { detail: 1 })
  await screen.findByRole('button', { name: 'Остановить запись' })
  speakFor(1000)
  device.streams[0]?.tracks[0]?.dispatchEvent(new Event('mute'))
  await waitFor(() => expect(field().value).toBe('да'))
})
