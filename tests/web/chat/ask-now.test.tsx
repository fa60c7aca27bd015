// A question that its user has sent from the home page, with what they saw there.
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { askingNow } from '#web/src/base/page/ask-now.ts'
import { keepQuestion, keptQuestion } from '#web/src/base/session/kept-question.ts'
import { draftKey, readDraft } from '#web/src/chat/draft/draft-box.ts'
import { succeed } from '../fake-api.ts'
import { pictureFile } from './chat-server.ts'
import { address, ask, field, keepDraft, startChat } from './open-chat.tsx'
import { toasts } from '../toasts.ts'

const asked = {
  prompt: 'Чем лиса лучше волка?',
  model: 'gpt-3.5-turbo',
  priceTokens: 3,
  operationId: 'operation-of-the-home-page'
}
const pressed = (part: Partial<typeof asked> = {}) => ({ pathname: '/chatgpt', ...askingNow({ ...asked, ...part }) })

const answered = () => screen.findByText(/^Списано \d/)

test('is sent once, under the id that it was given, and opens its conversation', async () => {
  const { server } = await startChat(pressed())
  await answered()
  expect(server.keys()).toEqual([asked.operationId])
  expect(server.questions()[0]?.body).toMatchObject({ prompt: asked.prompt, model: 'gpt-3.5-turbo' })
  expect(address()).toMatch(/^\/chatgpt\?chat=\d+$/)
  await waitFor(() => expect(field().value).toBe(''))
})

test('waits for another press where it costs something else now', async () => {
  const { server } = await startChat(pressed({ priceTokens: 2 }))
  await waitFor(() => expect(field().value).toBe(asked.prompt))
  await waitFor(() => expect(address()).toBe('/chatgpt'))
  await screen.findByRole('button', { name: /^Модель.*GPT-3.5 Turbo/ })
  expect(server.questions()).toEqual([])
})

test('waits for another press where the model is not offered any more', async () => {
  const { server } = await startChat(pressed({ model: 'gpt-0' }))
  await waitFor(() => expect(field().value).toBe(asked.prompt))
  await waitFor(() => expect(address()).toBe('/chatgpt'))
  expect(server.questions()).toEqual([])
})

test('is not sent by a visitor: it opens the registration', async () => {
  const { server } = await startChat(pressed(), { signedIn: false })
  await waitFor(() => expect(keptQuestion()?.prompt).toBe(asked.prompt))
  expect([field().value, server.calls()]).toEqual([asked.prompt, []])
})

test('takes the place of a draft, which its user can bring back', async () => {
  keepDraft('/chatgpt', { prompt: 'Про кита', owner: 'id-of-anna@example.ru' })
  await startChat(pressed())
  await answered()
  expect(toasts[0]).toBe('info: Запрос из ссылки заменил ваш черновик')
})

test('that waits on the home page does not any more once it is sent from its own page', async () => {
  keepQuestion({ ...asked, path: '/chatgpt', name: 'GPT-4o mini', owner: null, at: Date.now() })
  const { user } = await startChat('/chatgpt')
  await ask(user, 'Другой вопрос')
  await answered()
  expect(keptQuestion()?.prompt).toBe(asked.prompt)
  await ask(user, asked.prompt)
  await waitFor(() => expect(keptQuestion()).toBeNull())
})

const handedWith = (files: readonly object[]) => ({
  pathname: '/chatgpt',
  state: { ...askingNow(asked).state, prompt: asked.prompt, model: asked.model, files, role: null }
})

describe('with files', () => {
  test('is sent once with them and without those of a draft, and leaves the home page', async () => {
    const seen = { ...pictureFile, id: 'file-2' }
    keepDraft('/chatgpt', { owner: 'id-of-anna@example.ru', files: [pictureFile] })
    const home = { prompt: asked.prompt, operationId: asked.operationId, files: [seen] }
    keepDraft('/', { ...home, owner: 'id-of-anna@example.ru', sent: { ...home, model: asked.model } })
    const { server } = await startChat(handedWith([seen]), {
      answers: { 'GET /chat/attachments/:id': () => succeed({ attachment: seen }) }
    })
    await answered()
    expect(server.keys()).toEqual([asked.operationId])
    expect(server.questions()[0]?.body).toMatchObject({ attachments: ['file-2'] })
    expect(readDraft(draftKey('/', null))).toBeNull()
    expect(toasts[0]).toBe('info: Ваш запрос заменил здешний черновик')
  })

  test('that this page cannot read is not sent without them', async () => {
    const { server } = await startChat(handedWith([{ id: 'file-2' }]))
    await waitFor(() => expect(field().value).toBe(asked.prompt))
    await waitFor(() => expect(address()).toBe('/chatgpt'))
    expect(server.questions()).toEqual([])
  })
})
