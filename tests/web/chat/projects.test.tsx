// A chat in a folder that is a project: what its files add to a question, and what an answer has read of them.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AnswerEvent } from '#contract/answers.ts'
import type { ReadPlace } from '#contract/projects.ts'
import { refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { eventsOf, startEvent } from './answer-server.ts'
import { chatServer, messageOf } from './chat-server.ts'
import { ask, field, openChat } from './open-chat.tsx'
import { bodyOf, openInFolder, projectOf } from './project-server.tsx'
import { write } from '../write.ts'

test('the page says what the files add, and the question says what was shown', async () => {
  const { server, user } = await openInFolder({
    'GET /chat/folders/7/project': () => succeed({ project: projectOf() })
  })
  await screen.findByRole('button', { name: 'Проект «Договоры»: 2 файла, целиком, +4 токена к вопросу' })
  await screen.findByText('Ответ: 9 токенов')
  expect(server.calls()).toContain('GET /chat/folders/7/project?service=chatgpt&model=gpt-4o-mini')
  await ask(user, 'Какая сумма?')
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ prompt: 'Какая сумма?', projectTokens: 4 }))
})

test('a project that has become dearer charges nothing: the new price is shown, the words stay', async () => {
  let tokens = 4
  let refused = false
  const { server, user } = await openInFolder({
    'GET /chat/folders/7/project': () => succeed({ project: projectOf({ sending: { kind: 'passages', tokens } }) }),
    'POST /ai/text': () => {
      tokens = 9
      refused = true
      return refuse(409, { code: 'PRICE_CHANGED', error: 'Цена изменилась' })
    }
  })
  await screen.findByText('Проект «Договоры»: 2 файла, отрывками, +4 токена к вопросу')
  await ask(user, 'Какая сумма?')
  await screen.findByText('Проект «Договоры»: 2 файла, отрывками, +9 токенов к вопросу')
  await screen.findByText('Ответ: 14 токенов')
  expect(refused).toBe(true)
  expect(toasts).toEqual(['error: Цена изменилась'])
  await waitFor(() => expect(field().value).toBe('Какая сумма?'))
  await user.type(field(), '{Enter}')
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ projectTokens: 9 }))
})

test('nothing is sent before the price of the project is known', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { server, user } = await openInFolder({ 'GET /chat/folders/7/project': () => promise })
  await waitFor(() => expect(server.calls().some((call) => call.includes('/project'))).toBe(true))
  await write(user, field(), 'Какая сумма?{Enter}')
  expect(server.questions()).toEqual([])
  resolve(succeed({ project: projectOf() }))
  await screen.findByText('Ответ: 9 токенов')
  await user.type(field(), '{Enter}')
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ projectTokens: 4 }))
})

test('a project that cannot be read is said so, and nothing is charged for it unseen', async () => {
  const { server, user } = await openInFolder({ 'GET /chat/folders/7/project': () => refuse(400, { error: 'Нет' }) })
  await screen.findByText('Не удалось узнать, что отправит проект этого чата')
  await ask(user, 'Какая сумма?')
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ projectTokens: 0 }))
})

test('a chat outside of folders asks for no project, and its question says that nothing was shown of one', async () => {
  const server = chatServer({ saved: [messageOf(1, 'user'), messageOf(2, 'assistant')] })
  const { user } = await openChat('/chatgpt?chat=1')
  await ask(user, 'Ещё')
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  // Else one that another device has just put into a folder would cost what its user has not seen.
  expect(bodyOf(server)).toMatchObject({ projectTokens: 0 })
  expect(server.calls().some((call) => call.includes('/project'))).toBe(false)
})

test('another answer and a changed question are priced and asked with the files of the project', async () => {
  const { server, user } = await openInFolder(
    {
      'GET /chat/folders/7/project': () => succeed({ project: projectOf() })
    },
    { messages: { 1: [messageOf(1, 'user'), messageOf(2, 'assistant', { parent_id: 1 })] } }
  )
  await screen.findByText('Ответ: 9 токенов')
  await user.click(screen.getByRole('button', { name: 'Ответить заново' }))
  const again = await screen.findByRole('menuitem', { name: /та же модель/ })
  expect(again.textContent).toContain('9 токенов')
  await user.click(again)
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ answersMessageId: 1, projectTokens: 4 }))
  await screen.findByText('готов', { selector: 'strong' })
  await user.click(await screen.findByRole('button', { name: 'Изменить запрос' }))
  const editor = (await screen.findByRole('textbox', { name: 'Изменить запрос' })).closest('form')
  expect(editor?.textContent).toContain('9 токенов')
})

const places: ReadPlace[] = [
  { fileId: 'file-10', name: 'договор-2.pdf', page: 3, start: 41, end: 54 },
  { fileId: 'file-9', name: 'отчёт.txt', page: null, start: 0, end: 5 },
  { fileId: 'file-9', name: 'отчёт.txt', page: null, start: 9, end: 15 }
]

test('an answer shows what it has read while it comes', async () => {
  const events: AnswerEvent[] = [startEvent, { type: 'read', places }, ...eventsOf(['Сумма — 5.']).slice(1)]
  const { user } = await openInFolder(
    { 'GET /chat/folders/7/project': () => succeed({ project: projectOf() }) },
    { events }
  )
  await screen.findByText('Ответ: 9 токенов')
  await ask(user, 'Какая сумма?')
  await screen.findByText('Прочитано: 3 места')
})

test('a place opens the text of its file there, with its neighbours', async () => {
  const parts = [
    { from: 0, text: 'Начало договора.\fВторая страница.', page: 1 },
    { from: 33, text: '\fПункт: сумма договора 500 рублей.', page: 2 }
  ]
  const { user } = await openInFolder(
    {
      'GET /chat/folders/7/project': () => succeed({ project: projectOf() }),
      'GET /attachments/file-10/text': ({ path }) =>
        succeed({ name: 'договор-2.pdf', length: 67, ...(path.endsWith('start=8') ? parts[0] : parts[1]) })
    },
    { messages: { 1: [messageOf(1, 'user'), messageOf(2, 'assistant', { read: places })] } }
  )
  await user.click(await screen.findByText('Прочитано: 3 места'))
  const list = await screen.findByRole('list', { name: 'Прочитанные места' })
  await user.click(within(list).getByRole('button', { name: 'договор-2.pdf, стр. 3' }))
  const dialog = await screen.findByRole('dialog', { name: 'договор-2.pdf, стр. 3' })
  expect((await within(dialog).findByText('сумма договор', { selector: 'mark' })).tagName).toBe('MARK')
  within(dialog).getByRole('heading', { name: 'Страница 3' })
  within(dialog).getByText('49–100 % файла')
  await user.click(within(dialog).getByRole('button', { name: 'Предыдущая часть' }))
  await within(dialog).findByRole('heading', { name: 'Страница 1' })
  expect(dialog.querySelector('mark')).toBeNull()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Предыдущая часть')
})

test('a file that is deleted since is said to be', async () => {
  const { user } = await openInFolder(
    {
      'GET /chat/folders/7/project': () => succeed({ project: projectOf({ files: [] }) }),
      'GET /attachments/file-10/text': () => refuse(404, { error: 'Не найдено', code: 'NOT_FOUND' })
    },
    { messages: { 1: [messageOf(1, 'user'), messageOf(2, 'assistant', { read: places.slice(0, 1) })] } }
  )
  await user.click(await screen.findByText('Прочитано: 1 место'))
  await user.click(await screen.findByRole('button', { name: 'договор-2.pdf, стр. 3' }))
  await screen.findByText('Файл удалён')
})
