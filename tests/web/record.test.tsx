import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chatPaths } from '#contract/catalogue/chat.ts'
import { chatServer } from './chat/chat-server.ts'
import { field, openChat } from './chat/open-chat.tsx'
import { toasts } from './toasts.ts'
import { begin, heard, openDictating, recordings, stop } from './dictating.ts'
import { browserOf, openTracks, plugIn, speakFor, unplug } from './recording-device.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  unplug()
})

describe.each(chatPaths)('dictating on %s', (path) => {
  test('writes the recognised text into the prompt', async () => {
    const { api, device, press } = await openDictating(heard(' Расскажи о море '), path)
    await press()
    await stop()
    speakFor(1500)
    fireEvent.click(await stop())
    await waitFor(() => expect(field().value).toBe('Расскажи о море'))
    expect(toasts).toEqual(['success: Голос распознан'])
    expect(recordings(api).map(({ body }) => body)).toEqual([{ audio: `data:audio/webm;base64,${btoa('sound')}` }])
    expect(openTracks(device)).toBe(0)
    await begin()
  })
})

describe('the recorder', () => {
  test('records webm in pieces at the bitrate of speech', async () => {
    const { device, press } = await openDictating(heard('да'))
    await press()
    await stop()
    const [recorder] = device.recorders
    expect(recorder?.options).toEqual({ mimeType: 'audio/webm;codecs=opus', audioBitsPerSecond: 32_000 })
    expect(recorder?.timeslice).toBe(1000)
    expect(device.getUserMedia.mock.calls[0]?.[0]).toMatchObject({ audio: { channelCount: 1 } })
  })

  test('records mp4 in Safari, also when Safari supports webm', async () => {
    const { api, device, press } = await openDictating(heard('да'))
    browserOf('Apple Computer, Inc.')
    await press()
    await stop()
    expect(device.recorders[0]?.options.mimeType).toBe('audio/mp4')
    speakFor(500)
    fireEvent.click(await stop())
    await waitFor(() => expect(field().value).toBe('да'))
    expect(recordings(api)[0]?.body).toEqual({ audio: `data:audio/mp4;base64,${btoa('sound')}` })
  })

  test('joins the pieces in their order', async () => {
    const { api, device, press } = await openDictating(heard('да'))
    device.said = 'end'
    await press()
    await stop()
    device.recorders[0]?.deliver('begin, ')
    speakFor(1100)
    fireEvent.click(await stop())
    await waitFor(() => expect(field().value).toBe('да'))
    expect(recordings(api)[0]?.body).toEqual({ audio: `data:audio/webm;base64,${btoa('begin, end')}` })
  })

  test('counts down and stops by itself after thirty seconds', async () => {
    const { device, press } = await openDictating(heard('долгая речь'))
    await press()
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
    const { api, device, press } = await openDictating(heard('да'))
    device.said = said
    await press()
    await stop()
    speakFor(ms)
    fireEvent.click(await stop())
    await waitFor(() => expect(toasts).toEqual(['error: Не удалось распознать голос']))
    expect(recordings(api)).toEqual([])
    expect(openTracks(device)).toBe(0)
  })

  test('has no button in a browser without MediaRecorder', async () => {
    chatServer()
    await openChat('/gpt5')
    expect(screen.queryByRole('button', { name: 'Надиктовать голосом' })).toBeNull()
  })
})

describe('the microphone', () => {
  test('that the user refuses causes an error, and the draft stays', async () => {
    const { user, device, press } = await openDictating(heard('да'))
    device.getUserMedia.mockRejectedValueOnce(new DOMException('Permission denied', 'NotAllowedError'))
    await user.type(field(), 'Черновик')
    await press()
    await waitFor(() => expect(toasts).toEqual(['error: Не удалось получить доступ к микрофону']))
    expect(field().value).toBe('Черновик')
    await begin()
  })

  test('is closed when the browser allows it after the user cancelled', async () => {
    const { device, press } = await openDictating(heard('да'))
    let allow: (() => void) | undefined
    const give = device.getUserMedia.getMockImplementation()
    device.getUserMedia.mockImplementationOnce(async (wanted) => {
      await new Promise<void>((resolve) => {
        allow = resolve
      })
      return give?.(wanted) ?? Promise.reject(new Error('no device'))
    })
    await press()
    fireEvent.click(await screen.findByRole('button', { name: 'Отменить запись' }))
    await begin()
    allow?.()
    await waitFor(() => expect(device.streams).toHaveLength(1))
    await waitFor(() => expect(openTracks(device)).toBe(0))
    expect([device.recorders.length, toasts.length]).toEqual([0, 0])
  })

  test.each([
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['the button', () => fireEvent.click(screen.getByRole('button', { name: 'Отменить запись' }))],
    ['leaving the site', () => fireEvent(window, new Event('pagehide'))]
  ])('is closed by %s, and nothing is sent', async (_, cancel) => {
    const { api, device, press } = await openDictating(heard('да'))
    await press()
    await stop()
    speakFor(1000)
    cancel()
    await begin()
    await waitFor(() => expect(openTracks(device)).toBe(0))
    expect(device.recorders[0]?.state).toBe('inactive')
    expect([recordings(api).length, toasts.length]).toEqual([0, 0])
  })

  test('is closed when the user goes to another page', async () => {
    const { api, device, press, leave } = await openDictating(heard('да'))
    await press()
    await stop()
    speakFor(1000)
    leave()
    await waitFor(() => expect(openTracks(device)).toBe(0))
    expect([recordings(api).length, toasts.length]).toEqual([0, 0])
  })

  test('that is unplugged ends the recording, and the speech until then is transcribed', async () => {
    const { device, press } = await openDictating(heard('до обрыва'))
    await press()
    await stop()
    speakFor(1000)
    device.recorders[0]?.stop()
    await waitFor(() => expect(field().value).toBe('до обрыва'))
  })

  test('is not opened for a visitor, who is asked to sign in', async () => {
    const device = plugIn()
    chatServer({ signedIn: false })
    await openChat('/claude')
    await screen.findByText('Необходимо войти в систему')
    fireEvent.click(await begin())
    expect(toasts).toEqual(['error: Необходимо войти в систему'])
    expect(device.getUserMedia).not.toHaveBeenCalled()
  })
})
