// A file on its way to the server: how far it is, how it ends, and a request that does not wait for it.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { notify } from '#web/src/base/ui/notify.ts'
import { profileOf, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { attachmentOf, FakeUpload } from './fake-upload.ts'
import { field, keepDraft, startChat } from './open-chat.tsx'
import { write } from '../write.ts'

beforeEach(() => {
  FakeUpload.sent = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task))
})

const newest = () => FakeUpload.sent.at(-1)!
const tray = () => screen.findByRole('list', { name: 'Файлы запроса' })
const sentTimes = (times: number) => waitFor(() => expect(FakeUpload.sent).toHaveLength(times))

async function attach() {
  const chat = await startChat('/chatgpt', {
    answers: { 'GET /chat/attachments/:id': () => succeed({ attachment: attachmentOf() }) }
  })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Приложить файлы' })).toHaveProperty('ariaDisabled', null)
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  fireEvent.change(input, { target: { files: [new File(['Прибыль'], 'отчёт.txt')] } })
  await sentTimes(1)
  return chat
}

describe('a file on its way', () => {
  test('shows how far it is, that the server looks at it, and is attached', async () => {
    await attach()
    newest().arrive(0.4)
    const chip = within(await tray())
    expect(chip.getByRole<HTMLProgressElement>('progressbar', { name: 'Загрузка файла отчёт.txt' }).value).toBe(40)
    newest().arrive(1)
    expect(chip.getByText('Проверяем…')).toBeTruthy()
    await newest().answer(attachmentOf())
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(await screen.findByText('За файлы: +1 токен к цене запроса')).toBeTruthy()
  })

  test('ends when the network takes nothing of it for half a minute, says why, and is sent again under its key', async () => {
    await attach()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    newest().arrive(0.4)
    act(() => void vi.advanceTimersByTime(29_000))
    newest().arrive(0.5)
    act(() => void vi.advanceTimersByTime(29_000))
    expect(newest().isAborted).toBe(false)
    act(() => void vi.advanceTimersByTime(2000))
    await screen.findByText('Загрузка остановилась: связь не отвечает')
    expect(newest().isAborted).toBe(true)
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Повторить: отчёт.txt' }))
    await sentTimes(2)
    const keys = FakeUpload.sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBe(keys[1])
    await newest().answer(attachmentOf())
    await screen.findByText('За файлы: +1 токен к цене запроса')
  })

  test('ends when the server does not answer', async () => {
    await attach()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    newest().arrive(1)
    act(() => void newest().upload.dispatchEvent(new Event('load')))
    act(() => void vi.advanceTimersByTime(59_000))
    expect(newest().isAborted).toBe(false)
    act(() => void vi.advanceTimersByTime(2000))
    await screen.findByText('Загрузка остановилась: связь не отвечает')
  })
})

const removeButton = (name: string) => screen.getByRole('button', { name: `Убрать файл ${name}` })

test('a file that failed or is taken away by the keyboard leaves the focus to what is next', async () => {
  const { user } = await attach()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  fireEvent.change(input, { target: { files: [new File(['Убыток'], 'сводка.txt')] } })
  await sentTimes(2)
  act(() => void newest().dispatchEvent(new Event('error')))
  const retry = await screen.findByRole('button', { name: 'Повторить: сводка.txt' })
  retry.focus()
  await user.keyboard('{Enter}')
  await sentTimes(3)
  expect(document.activeElement).toBe(removeButton('сводка.txt'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(removeButton('отчёт.txt'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(field())
})

describe('a request', () => {
  test('is sent without a file that is still on its way, which is given up', async () => {
    const { user, server } = await attach()
    expect(screen.queryByRole('button', { name: 'Отправить без него' })).toBeNull()
    await write(user, field(), 'Что в отчёте?')
    expect(screen.getByRole('button', { name: 'Отправить сообщение' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Отправить без него' }))
    await screen.findByText(/^Списано/)
    expect([server.questions()[0]?.body, newest().isAborted]).toMatchObject([{ prompt: 'Что в отчёте?' }, true])
    expect(server.questions()[0]?.body).not.toHaveProperty('attachments')
    expect(screen.queryByRole('list', { name: 'Файлы запроса' })).toBeNull()
  })

  test('is sent with the files that are ready, without those that failed', async () => {
    const failed = attachmentOf({ id: 'file-8', name: 'скан.pdf', state: 'failed', failure: 'В файле нет текста' })
    keepDraft('/chatgpt', { prompt: 'Что в отчёте?', files: [attachmentOf(), failed], owner: 'id-of-anna@example.ru' })
    const { user, server } = await startChat('/chatgpt', {
      answers: {
        'GET /chat/attachments/:id': ({ path }) => succeed({ attachment: path.endsWith('8') ? failed : attachmentOf() })
      }
    })
    await user.click(await screen.findByRole('button', { name: 'Отправить без него' }))
    await screen.findByText(/^Списано/)
    expect(server.questions()[0]?.body).toMatchObject({ attachments: ['file-9'] })
  })
})

test('while a work is described, the question takes no files and is not sent', async () => {
  const failed = attachmentOf({ state: 'failed', failure: 'В файле нет текста' })
  keepDraft('/chatgpt', { prompt: 'Кот', files: [failed], owner: 'id-of-anna@example.ru' })
  const { user } = await startChat('/chatgpt', {
    answers: { 'GET /chat/attachments/:id': () => succeed({ attachment: failed }) }
  })
  await screen.findByRole('button', { name: 'Отправить без него' })
  await user.click(screen.getByRole('button', { name: 'Создать', expanded: false }))
  await screen.findByRole('region', { name: 'Создать' })
  expect(screen.queryByRole('button', { name: 'Отправить без него' })).toBeNull()
  const clipboardData = { files: [new File(['Прибыль'], 'отчёт.txt')], types: ['Files'], getData: () => '' }
  expect(fireEvent.paste(field(), { clipboardData })).toBe(true)
  await user.type(field(), '{Enter}')
  // The file of the question does not keep the key from its work.
  await waitFor(() => expect(toasts).toEqual([expect.stringMatching(/^error: /)]))
})

const paste = (text: string) => {
  const clipboardData = { files: [], types: ['text/plain'], getData: () => text }
  return fireEvent.paste(field(), { clipboardData })
}
async function openToPaste() {
  const chat = await startChat('/chatgpt', {
    answers: {
      'DELETE /chat/attachments/:id': () => succeed(),
      'GET /chat/attachments/:id': () => succeed({ attachment: attachmentOf() })
    }
  })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Приложить файлы' })).toHaveProperty('ariaDisabled', null)
  )
  return chat
}

test('a file that is pasted before the page knows its user is attached when it does', async () => {
  const profile = Promise.withResolvers<Response>()
  await startChat('/chatgpt', {
    answers: {
      'GET /auth/profile': () => profile.promise,
      'GET /chat/attachments/:id': () => succeed({ attachment: attachmentOf() })
    }
  })
  const clipboardData = { files: [new File(['Прибыль'], 'отчёт.txt')], types: ['Files'], getData: () => '' }
  expect(fireEvent.paste(field(), { clipboardData })).toBe(false)
  expect(FakeUpload.sent).toEqual([])
  profile.resolve(succeed({ user: profileOf('anna@example.ru') }))
  await sentTimes(1)
})

describe('a long text that is pasted', () => {
  test.each([
    ['of 50 KB', 'Ы'.repeat(25_000)],
    ['that does not fit', 'a'.repeat(32_001)]
  ])('%s becomes a file', async (_, text) => {
    await openToPaste()
    expect(paste(text)).toBe(false)
    await sentTimes(1)
    expect(decodeURIComponent(newest().headers.get('x-file-name') ?? '')).toBe('Вставленный текст.txt')
    expect([field().value, toasts]).toEqual(['', ['info: Длинный текст приложен файлом']])
  })

  test('can be put into the field after all, where it fits', async () => {
    await openToPaste()
    fireEvent.change(field(), { target: { value: 'Сократи: ' } })
    paste('Ы'.repeat(25_000))
    await sentTimes(1)
    const [, action] = vi.mocked(notify.info).mock.lastCall ?? []
    act(() => action?.onClick())
    expect([field().value.length, newest().isAborted]).toEqual([25_009, true])
    paste('a'.repeat(32_001))
    await waitFor(() =>
      expect(vi.mocked(notify.info).mock.lastCall).toEqual(['Длинный текст приложен файлом', undefined])
    )
  })

  test('stays a text where it is short enough', async () => {
    await openToPaste()
    expect(paste('a'.repeat(32_000))).toBe(true)
    expect(FakeUpload.sent).toEqual([])
  })
})
