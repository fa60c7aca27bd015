import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { conversationOf, messageOf } from './chat/chat-server.ts'
import { address, field, openChat, sendButton } from './chat/open-chat.tsx'
import { toasts } from './toasts.ts'
import { begin, heard, listen, openDictating, recordings, say } from './dictating.ts'
import { signOutHere } from '#web/src/base/session/session-store.ts'
import { refuse, succeed } from './fake-api.ts'
import { unplug } from './recording-device.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(unplug)

const miss = () => window.dispatchEvent(new Event('vite:preloadError'))

describe('a failed transcription keeps the draft and shows', () => {
  test.each([
    [
      'how long to wait at a limit',
      () => refuse(429, { code: 'RATE_LIMITED', error: 'Слишком много запросов', retryAfter: 7 }),
      'Слишком много запросов. Подождите 7 секунд.'
    ],
    [
      'which limit of a day is reached',
      () => refuse(429, { code: 'RATE_LIMITED', error: 'Голосовой ввод до 10 минут в сутки', retryAfter: 4320 }),
      'Голосовой ввод до 10 минут в сутки'
    ],
    ['that nothing was understood', () => succeed({ text: '  ' }), 'Не удалось распознать голос'],
    ['so when it is refused', () => refuse(400, { error: 'audio' }), 'Не удалось распознать голос']
  ])('%s', async (_, answer, text) => {
    const { user } = await openDictating({ answers: { 'POST /ai/audio/transcribe': answer } })
    await user.type(field(), 'Черновик')
    await say()
    await waitFor(() => expect(toasts).toEqual([`error: ${text}`]))
    expect(field().value).toBe('Черновик')
    await begin()
    await user.click(screen.getByRole('button', { name: 'Удалить запись' }))
    expect(document.activeElement).toBe(await begin())
    expect(screen.queryByRole('button', { name: 'Повторить распознавание' })).toBeNull()
  })

  test('a button that sends the same recording again, which Escape does not discard', async () => {
    const answers = [refuse(400, { error: 'audio' }), refuse(400, { error: 'audio' }), succeed({ text: 'Слышу' })]
    const { api, user } = await openDictating({ answers: { 'POST /ai/audio/transcribe': () => answers.shift()! } })
    await say()
    for (const count of [1, 2]) {
      await waitFor(() => expect(recordings(api)).toHaveLength(count))
      await screen.findByText('Запись не пропала: её можно распознать ещё раз')
      await user.keyboard('{Escape}')
      fireEvent(window, new Event('pagehide'))
      // Another recording takes its place only once it was sent.
      await listen()
      await user.keyboard('{Escape}')
      await user.click(screen.getByRole('button', { name: 'Повторить распознавание' }))
    }
    await waitFor(() => expect(field().value).toBe('Слышу'))
    expect(new Set(recordings(api).map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(recordings(api)).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Удалить запись' })).toBeNull()
  })

  test('that button also when another recording is silence', async () => {
    const answers = [refuse(400, { error: 'audio' }), succeed({ text: '' }), succeed({ text: 'Слышу' })]
    const { api, device, user } = await openDictating({
      answers: { 'POST /ai/audio/transcribe': () => answers.shift()! }
    })
    await say()
    await screen.findByRole('button', { name: 'Повторить распознавание' })
    device.said = 'silence'
    await say()
    await waitFor(() => expect(recordings(api)).toHaveLength(2))
    await user.click(await screen.findByRole('button', { name: 'Повторить распознавание' }))
    await waitFor(() => expect(field().value).toBe('Слышу'))
    const [first, , last] = recordings(api)
    expect(last?.body).toEqual(first?.body)
  })

  test('nothing to the next user; and a part of the page that is missing meanwhile does not reload it', async () => {
    const missing = vi.fn()
    const read = Object.getOwnPropertyDescriptor(FileReader.prototype, 'readAsDataURL')!.value as (blob: Blob) => void
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function readIt(this: FileReader, blob) {
      miss()
      read.call(this, blob)
    })
    window.addEventListener('vite:preloadError', missing)
    await openDictating({ answers: { 'POST /ai/audio/transcribe': () => refuse(400, { error: 'audio' }) } })
    // What the page reads ahead has come.
    await waitFor(() => expect([miss(), missing.mock.calls.length]).not.toEqual([true, 0]))
    missing.mockClear()
    await say()
    await screen.findByRole('button', { name: 'Повторить распознавание' })
    act(() => signOutHere())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Повторить распознавание' })).toBeNull())
    window.removeEventListener('vite:preloadError', missing)
    expect(missing).not.toHaveBeenCalled()
  })

  test('an error when the provider does not answer, after a retry', async () => {
    const { api } = await openDictating({
      answers: { 'POST /ai/audio/transcribe': () => refuse(502, { code: 'PROVIDER_FAILED', error: 'Нет' }) }
    })
    await say()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await vi.waitFor(() => {
      vi.advanceTimersByTime(400)
      expect(toasts).toEqual(['error: Не удалось распознать голос'])
    })
    expect(recordings(api)).toHaveLength(3)
  })

  test('that the session ended', async () => {
    await openDictating({
      answers: {
        'POST /ai/audio/transcribe': () => refuse(401, { error: 'Необходимо войти в систему' }),
        'POST /auth/refresh': () => refuse(401, { error: 'Сессия завершена' })
      }
    })
    await say()
    await waitFor(() => expect(address()).toBe('/auth?return=%2Fgpt5'))
  })
})

describe('the text', () => {
  test.each([
    ['is inserted at the caret with spaces around it', 'Какое', '', 'синее', 'Какое синее море?'],
    ['replaces the selection', 'Какое ', 'море', 'озеро', 'Какое озеро?']
  ])('%s', async (_, before, selected, text, result) => {
    const { user } = await openDictating(heard(text))
    await user.type(field(), 'Какое море?')
    field().setSelectionRange(before.length, before.length + selected.length)
    await say()
    await waitFor(() => expect(field().value).toBe(result))
    expect(field().selectionStart).toBe(`Какое ${text}`.length)
    expect(document.activeElement).toBe(field())
  })

  test('is appended to a draft without focus and kept through a reload', async () => {
    // A touch screen, where a page leaves the focus alone.
    vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(window.matchMedia(''), { matches: false }))
    const first = await openDictating(heard('и ещё'))
    await first.user.type(field(), 'Раз')
    fireEvent(window, new Event('pagehide'))
    first.leave()
    const { leave } = await openDictating(heard('и ещё'))
    expect(field().value).toBe('Раз')
    field().setSelectionRange(0, 0)
    await say()
    await waitFor(() => expect(field().value).toBe('Раз и ещё'))
    fireEvent(window, new Event('pagehide'))
    leave()
    await openChat('/gpt5')
    expect(field().value).toBe('Раз и ещё')
  })

  test('waits for the end of an answer that began meanwhile', async () => {
    const [heardLate, answered] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
    const ask = vi.fn(() => answered.promise)
    const { api, user } = await openDictating({
      answers: {
        'POST /ai/audio/transcribe': () => heardLate.promise,
        'POST /ai/text': ask
      },
      conversations: [conversationOf(1, { model: 'gpt-5-2025-08-07' })],
      messages: { 1: [messageOf(1, 'user'), messageOf(2, 'assistant')] }
    })
    await user.type(field(), 'Вопрос')
    await say()
    await waitFor(() => expect(recordings(api)).toHaveLength(1))
    await waitFor(() => expect(sendButton().disabled).toBe(false))
    await user.click(sendButton())
    await waitFor(() => expect(field().disabled).toBe(true))
    await waitFor(() => expect(ask).toHaveBeenCalled())
    heardLate.resolve(succeed({ text: 'потом' }))
    await waitFor(() => expect(toasts).toContain('success: Голос распознан'))
    expect(field().value).toBe('')
    answered.resolve(refuse(402, { error: 'Insufficient tokens', code: 'INSUFFICIENT_TOKENS' }))
    await waitFor(() => expect(field().value).toBe('Вопрос потом'))
  })
})
