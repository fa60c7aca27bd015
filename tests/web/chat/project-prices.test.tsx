// What the project of a chat adds, where another model than that of the composer is asked, and before it is known.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { studioEntries } from '#contract/catalogue/studio.ts'
import type { Project } from '#contract/projects.ts'
import { Page as ComparePage } from '#web/src/chat/compare/compare-page.tsx'
import { profileOf, refuse, succeed } from '../fake-api.ts'
import { renderAt } from '../render-page.tsx'
import { toasts } from '../toasts.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { ask, chatsColumn, field, openChat } from './open-chat.tsx'
import { bodyOf, openInFolder, projectOf } from './project-server.tsx'
import { write } from '../write.ts'

const other = () => screen.getByRole('menuitem', { name: /^GPT-4o(?! mini)/ })

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

test('a price of another model that has changed is refused, shown, and then sent', async () => {
  let dear = 30
  const { server, user } = await openInFolder(
    {
      'GET /chat/folders/7/project': ({ path }) =>
        succeed({ project: projectOf({ sending: { kind: 'all', tokens: path.endsWith('model=gpt-4o') ? dear : 4 } }) }),
      'POST /ai/text': () => {
        dear = 50
        return refuse(409, { code: 'PRICE_CHANGED', error: 'Цена изменилась' })
      }
    },
    oneAnswer()
  )
  await screen.findByText('Ответ: 9 токенов')
  for (const price of ['40 токенов', '60 токенов']) {
    await user.click(await screen.findByRole('button', { name: 'Ответить заново' }))
    await waitFor(() => expect(other().textContent).toContain(price))
    await user.click(other())
    await waitFor(() => expect(toasts).toContain('error: Цена изменилась'))
  }
  await waitFor(() => expect(server.questions()).toHaveLength(2))
  expect(server.questions().map(({ body }) => (body as { projectTokens: number }).projectTokens)).toEqual([30, 50])
})

test('a changed question that is sent before the price of its model is read agrees to none', async () => {
  const held = Promise.withResolvers<Response>()
  const answer = ({ path }: { path: string }) =>
    path.endsWith('model=gpt-4o') ? held.promise : succeed({ project: projectOf() })
  const { server, user } = await openInFolder({ 'GET /chat/folders/7/project': answer }, oneAnswer())
  await screen.findByText('Ответ: 9 токенов')
  await user.click(screen.getByRole('button', { name: /^Модель/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^GPT-4o(?! mini)/ }))
  await user.click(await screen.findByRole('button', { name: /Изменить/ }))
  await user.keyboard(' ещё{Enter}')
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ model: 'gpt-4o', projectTokens: 0 }))
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
  await write(user, field(), 'Какая сумма?{Enter}')
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
  await write(user, await screen.findByRole('textbox', { name: 'Инструкция проекта' }), 'Коротко')
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
  await screen.findByRole('button', { name: 'Спросить всех за 11 токенов' })
  await write(user, await screen.findByRole('textbox', { name: 'Вопрос всем моделям' }), 'Какая сумма?{Enter}')
  await waitFor(() => expect(server.questions()).toHaveLength(2))
  const sent = server.questions().map(({ body }) => body as { conversationId: number; projectTokens: number })
  expect(Object.fromEntries(sent.map((body) => [body.conversationId, body.projectTokens]))).toEqual({ 1: 4, 2: 0 })
})

test('a question that is sent before the session is known waits for what the project adds', async () => {
  const session = Promise.withResolvers<Response>()
  const project = Promise.withResolvers<Response>()
  const { server, user } = await openInFolder({
    'GET /auth/profile': () => session.promise,
    'GET /chat/folders/7/project': () => project.promise
  })
  await write(user, field(), 'Какая сумма?{Enter}')
  session.resolve(succeed({ user: { ...profileOf('anna@example.ru'), plan: 'free' } }))
  await waitFor(() => expect(server.calls().some((call) => call.includes('/project'))).toBe(true))
  expect(server.questions()).toEqual([])
  project.resolve(succeed({ project: projectOf() }))
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ prompt: 'Какая сумма?', projectTokens: 4 }))
})

test('an answer becomes a document also where no tool for works is connected', async () => {
  chatServer({
    saved: [messageOf(1, 'user'), messageOf(2, 'assistant', { parent_id: 1, content: 'Дорогие соседи! '.repeat(30) })],
    answers: {
      'GET /prices': () =>
        succeed({ now: Date.now(), changes: [], models: [], unconnected: studioEntries.map(({ path }) => path) })
    }
  })
  await openChat('/chatgpt?chat=1')
  await screen.findByRole('button', { name: 'Открыть как документ' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Создать' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Открыть как документ' })).toBeTruthy()
})
