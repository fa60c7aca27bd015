import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { field, startChat } from './chat/open-chat.tsx'
import { toasts } from './toasts.ts'
import { begin, endAfter, heard, listen, openDictating, recordings, say } from './dictating.ts'
import { browserOf, openTracks, plugIn, speakFor, unplug } from './recording-device.ts'
import { write } from './write.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(unplug)

describe('the recorder', () => {
  test('records webm in pieces at the bitrate of speech; the text of all pieces becomes the prompt', async () => {
    const { api, device } = await openDictating(heard(' Расскажи о море '))
    device.said = 'end'
    await listen()
    const [recorder] = device.recorders
    expect(recorder?.options).toEqual({ mimeType: 'audio/webm;codecs=opus', audioBitsPerSecond: 32_000 })
    expect(recorder?.timeslice).toBe(1000)
    expect(device.getUserMedia.mock.calls[0]?.[0]).toMatchObject({ audio: { channelCount: 1 } })
    recorder?.deliver('begin, ')
    await endAfter(1500)
    await waitFor(() => expect(field().value).toBe('Расскажи о море'))
    expect(toasts).toEqual(['success: Голос распознан'])
    expect(recordings(api).map(({ body }) => body)).toEqual([{ audio: `data:audio/webm;base64,${btoa('begin, end')}` }])
    expect(openTracks(device)).toBe(0)
    await begin()
  })

  test('records mp4 in Safari, also when Safari supports webm', async () => {
    const { api, device } = await openDictating()
    browserOf('Apple Computer, Inc.')
    await say()
    expect(device.recorders[0]?.options.mimeType).toBe('audio/mp4')
    await waitFor(() => expect(field().value).toBe('да'))
    expect(recordings(api)[0]?.body).toEqual({ audio: `data:audio/mp4;base64,${btoa('sound')}` })
  })

  test('counts down and stops by itself after thirty seconds', async () => {
    const { device } = await openDictating(heard('долгая речь'))
    await listen()
    await screen.findByText('0:30')
    speakFor(20_000)
    await screen.findByText('0:10')
    screen.getByText('Осталось 10 секунд')
    speakFor(9_900)
    await screen.findByText('0:01')
    expect(openTracks(device)).toBe(1)
    speakFor(200)
    await waitFor(() => expect(field().value).toBe('долгая речь'))
    expect(openTracks(device)).toBe(0)
  })

  test.each([
    ['too short', 100, 'sound'],
    ['empty', 2000, '']
  ])('does not send a recording that is %s', async (_, ms, said) => {
    const { api, device } = await openDictating()
    device.said = said
    await say(ms)
    await waitFor(() => expect(toasts).toEqual(['error: Не удалось распознать голос']))
    expect(recordings(api)).toEqual([])
    expect(openTracks(device)).toBe(0)
  })

  test('has no button in a browser without MediaRecorder', async () => {
    await startChat('/gpt5')
    expect(screen.queryByRole('button', { name: 'Надиктовать голосом' })).toBeNull()
  })
})

describe('the microphone', () => {
  test('that the user refuses causes an error, and the draft stays', async () => {
    const { user, device } = await openDictating()
    device.getUserMedia.mockRejectedValueOnce(new DOMException('Permission denied', 'NotAllowedError'))
    await write(user, field(), 'Черновик')
    fireEvent.click(await begin())
    await waitFor(() => expect(toasts).toEqual(['error: Не удалось получить доступ к микрофону']))
    expect(field().value).toBe('Черновик')
    await begin()
  })

  test('is closed when the browser allows it after the user cancelled', async () => {
    const { device } = await openDictating()
    const allowed = Promise.withResolvers<void>()
    const give = device.getUserMedia.getMockImplementation()!
    device.getUserMedia.mockImplementationOnce((wanted) => allowed.promise.then(() => give(wanted)))
    fireEvent.click(await begin())
    const cancel = await screen.findByRole('button', { name: 'Отменить запись' })
    // The hint of the composer, which hides beside what is so wide, would be a column of single words.
    expect(cancel.closest('[data-wide]')).not.toBeNull()
    fireEvent.click(cancel)
    await begin()
    allowed.resolve()
    await waitFor(() => expect(device.streams).toHaveLength(1))
    await waitFor(() => expect(openTracks(device)).toBe(0))
    expect([device.recorders.length, toasts.length]).toEqual([0, 0])
  })

  test.each<[string, (page: { leave: () => void }) => void]>([
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['the button', () => fireEvent.click(screen.getByRole('button', { name: 'Отменить запись' }))],
    ['leaving the site', () => fireEvent(window, new Event('pagehide'))],
    ['going to another page', ({ leave }) => leave()]
  ])('is closed by %s, and nothing is sent', async (_, cancel) => {
    const page = await openDictating()
    await listen()
    speakFor(1000)
    cancel(page)
    await waitFor(() => expect(openTracks(page.device)).toBe(0))
    expect(page.device.recorders[0]?.state).toBe('inactive')
    expect([recordings(page.api).length, toasts.length]).toEqual([0, 0])
  })

  test('that is unplugged ends the recording, and the speech until then is transcribed', async () => {
    const { device } = await openDictating()
    await listen()
    speakFor(1000)
    device.recorders[0]?.stop()
    await waitFor(() => expect(field().value).toBe('да'))
  })

  test('is not opened for a visitor, who is asked to sign in', async () => {
    const device = plugIn()
    await startChat('/claude', { signedIn: false })
    await screen.findByText(/^За регистрацию дарим/)
    fireEvent.click(await begin())
    expect(toasts).toEqual(['error: Необходимо войти в систему'])
    expect(device.getUserMedia).not.toHaveBeenCalled()
  })
})
