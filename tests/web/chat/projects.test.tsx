// A chat in a folder that is a project: what its files add to a question, and what an answer has read of them.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Page as ComparePage } from '#web/src/chat/compare/compare-page.tsx'
import type { AnswerEvent } from '#contract/answers.ts'
import type { Project, ReadPlace } from '#contract/projects.ts'
import { refuse, succeed } from '../fake-api.ts'
import { renderAt } from '../render-page.tsx'
import { toasts } from '../toasts.ts'
import { eventsOf, startEvent } from './answer-server.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { attachmentOf } from './fake-upload.ts'
import { ask, chatsColumn, field, openChat } from './open-chat.tsx'

const projectOf = (part: Partial<Project> = {}): Project => ({
  folderId: 7,
  instruction: '',
  memory: true,
  files: [attachmentOf(), attachmentOf({ id: 'file-10', name: 'договор-2.pdf', kind: 'document' })],
  room: { bytes: 2_000_000, bytesMax: 104_857_600 },
  sending: { kind: 'all', tokens: 4 },
  ...part
})

const folder = { id: 7, name: 'Договоры', created_at: 1, total: 1 }

type Settings = NonNullable<Parameters<typeof chatServer>[0]>

/** A chat with one turn that lies in the folder. */
async function openInFolder(answers: Settings['answers'], part: Partial<Settings> = {}) {
  const inFolder = conversationOf(1, { folder_id: 7 })
  const server = chatServer({
    tokens: 100,
    conversations: [inFolder],
    messages: { 1: [messageOf(1, 'user'), messageOf(2, 'assistant')] },
    ...part,
    answers: {
      'GET /chat/conversations': ({ path }) =>
        succeed(
          path.includes('folder=')
            ? { items: [inFolder], total: 1, running: [] }
            : { items: [], total: 0, running: [], above: { pinned: [], folders: [folder], archived: 0 } }
        ),
      ...answers
    }
  })
  return { server, ...(await openChat('/chatgpt?chat=1')) }
}

const bodyOf = (server: { questions: () => { body: unknown }[] }) => server.questions().at(-1)?.body

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
  await user.type(field(), 'Какая сумма?{Enter}')
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
  // Else one that another device has just put into a folder would cost what nobody has seen.
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

/** The files cost another model more. */
const pricedByModel = ({ path }: { path: string }) =>
  succeed({ project: projectOf({ sending: { kind: 'all', tokens: path.endsWith('model=gpt-4o') ? 30 : 4 } }) })

const oneAnswer = (part: Partial<ReturnType<typeof messageOf>> = {}) => ({
  messages: { 1: [messageOf(1, 'user'), messageOf(2, 'assistant', { parent_id: 1, ...part })] }
})

test('another answer by another model costs what the project adds for that model', async () => {
  const { server, user } = await openInFolder({ 'GET /chat/folders/7/project': pricedByModel }, oneAnswer())
  await screen.findByText('Ответ: 9 токенов')
  await user.click(screen.getByRole('button', { name: 'Ответить заново' }))
  await waitFor(() =>
    expect(screen.getByRole('menuitem', { name: /^GPT-4o(?! mini)/ }).textContent).toMatch(/40 токенов/)
  )
  await user.click(screen.getByRole('menuitem', { name: /^GPT-4o(?! mini)/ }))
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ model: 'gpt-4o', projectTokens: 30 }))
})

test('an answer goes on with its own model, at the price of that model', async () => {
  const { server, user } = await openInFolder(
    { 'GET /chat/folders/7/project': pricedByModel },
    oneAnswer({ model: 'gpt-4o', outcome: 'stopped' })
  )
  await screen.findByText(/^Ответ: \d+ токен/)
  await user.click(screen.getByRole('button', { name: /^Модель/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^GPT-4o mini/ }))
  await screen.findByText('Ответ: 9 токенов')
  await user.dblClick(screen.getByRole('button', { name: 'Продолжить' }))
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ model: 'gpt-4o', projectTokens: 30 }))
  expect(server.questions()).toHaveLength(1)
})

test('nothing is sent before it is known whether the chat lies in a folder', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { server, user } = await openInFolder({
    'GET /chat/conversations/:id': () => promise,
    'GET /chat/folders/7/project': () => succeed({ project: projectOf() })
  })
  await screen.findByText('Сообщение 2')
  await user.type(field(), 'Какая сумма?{Enter}')
  expect(server.questions()).toEqual([])
  resolve(succeed({ conversation: conversationOf(1, { folder_id: 7 }) }))
  await screen.findByText('Ответ: 9 токенов')
  await user.type(field(), '{Enter}')
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ projectTokens: 4 }))
})

test('a chat that cannot be read can be asked, at no price of a project', async () => {
  const { server, user } = await openInFolder({ 'GET /chat/conversations/:id': () => refuse(500, { error: 'Нет' }) })
  await screen.findByText('Сообщение 2')
  await ask(user, 'Какая сумма?')
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ projectTokens: 0 }))
})

test('a change of the project is saved and told while a chat of its empty folder is open', async () => {
  let project = projectOf({ files: [], sending: { kind: 'none', tokens: 0 } })
  const { server, user } = await openInFolder({
    'GET /chat/folders/7/project': () => succeed({ project }),
    'PUT /chat/folders/7/project': ({ body }) => {
      project = { ...project, ...(body as Partial<Project>) }
      return succeed({ project })
    }
  })
  await waitFor(() => expect(server.calls()).toContain('GET /chat/folders/7/project'))
  await user.click(await within(chatsColumn()).findByRole('button', { name: 'Действия с папкой «Договоры»' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Проект' }))
  await user.type(await screen.findByRole('textbox', { name: 'Инструкция проекта' }), 'Коротко')
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(toasts).toEqual(['success: Проект сохранён']))
  expect(project.instruction).toBe('Коротко')
})

test('a column of the comparison is priced and asked with the project of its chat', async () => {
  const chats = [
    conversationOf(1, { folder_id: 7 }),
    conversationOf(2, { model: 'claude-3-sonnet', service: 'claude' })
  ]
  const server = chatServer({
    tokens: 100,
    plan: 'paid',
    conversations: chats,
    messages: { 1: [messageOf(1, 'user'), messageOf(2, 'assistant')], 2: [] },
    answers: {
      'GET /chat/conversations': () => succeed({ items: chats.slice(1), total: 1 }),
      'GET /chat/folders/7/project': () => succeed({ project: projectOf() })
    }
  })
  renderAt('/compare?chats=gpt-4o-mini:1,claude-3-sonnet:2', <ComparePage />)
  const user = userEvent.setup()
  const column = within(await screen.findByRole('region', { name: 'GPT-4o mini' }))
  await column.findByText(/9 токенов/)
  await user.type(await screen.findByRole('textbox', { name: 'Вопрос всем моделям' }), 'Какая сумма?{Enter}')
  await waitFor(() => expect(server.questions()).toHaveLength(2))
  const sent = server.questions().map(({ body }) => body as { conversationId: number; projectTokens: number })
  expect(Object.fromEntries(sent.map((body) => [body.conversationId, body.projectTokens]))).toEqual({ 1: 4, 2: 0 })
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
