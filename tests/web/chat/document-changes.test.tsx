// Changes of a document by request, as the chat and the keyboard have them.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { changePrompt } from '#contract/document-request.ts'
import { refuse } from '../fake-api.ts'
import { messageOf } from './chat-server.ts'
import { documentServer } from './documents-server.ts'
import { startChat } from './open-chat.tsx'
import { ended, letter, openDocument, textField } from './open-document.tsx'

test('the question of a change lets the model propose nothing', async () => {
  const { user, panel, server } = await openDocument()
  await user.click(await panel.findByRole('button', { name: 'Короче' }))
  await user.click(panel.getByRole('button', { name: 'Изменить документ' }))
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  expect(server.questions()[0]?.body).not.toHaveProperty('proposes')
})

const change = { title: 'Письмо', kind: 'text', text: letter, start: 0, end: letter.length, request: 'Короче' } as const

test.each([
  ['a text', change],
  ['a passage', { ...change, end: 15 }],
  ['a request of several lines', { ...change, request: 'Короче\n\nи добрее' }],
  ['a page', { ...change, kind: 'html', text: `<p>${letter}</p>`, end: letter.length + 7 } as const]
])(
  'a failed change of %s is not offered once more in the chat, where it would be paid for nothing',
  async (_, asked) => {
    const question = messageOf(1, 'user', { content: changePrompt(asked), operation_id: 'op-1' })
    const failed = messageOf(2, 'assistant', { content: '', outcome: 'failed', parent_id: 1, operation_id: 'op-1' })
    await startChat('/chatgpt?chat=1', { saved: [question, failed] })
    await within(await screen.findByRole('article', { name: 'Ответ' })).findByText(/не списаны/)
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
  }
)

test('nor is one whose answer the server has lost', async () => {
  await startChat('/chatgpt?chat=1', {
    saved: [messageOf(1, 'user', { content: changePrompt(change), operation_id: 'op-1' })],
    answers: { 'GET /ai/text/answers/:id': () => refuse(404, { code: 'NOT_FOUND', error: 'Не найдено' }) }
  })
  await screen.findByText('Ответ не сохранился. Токены не списаны')
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
})

test('a failed answer to words like those of a change is offered once more', async () => {
  const question = messageOf(1, 'user', { content: 'Измени документ «Письмо»: короче', operation_id: 'op-1' })
  const failed = messageOf(2, 'assistant', { content: '', outcome: 'failed', parent_id: 1, operation_id: 'op-1' })
  await startChat('/chatgpt?chat=1', { saved: [question, failed] })
  await screen.findByRole('button', { name: 'Повторить' })
})

test('the field of the request keeps the focus while the new version is written', async () => {
  const { user, panel, server, documents } = await openDocument()
  await user.click(await panel.findByRole('button', { name: 'Короче' }))
  await user.click(panel.getByRole('button', { name: 'Изменить документ' }))
  await panel.findByText('Пишется новая версия…')
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  const words = panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Что изменить' })
  expect(document.activeElement).toBe(words)
  expect(words.readOnly).toBe(true)
  await user.keyboard('{Control>}{Enter}{/Control}')
  documents.finish('Тише!')
  ended(server)
  await panel.findByText('Версия 2 из 2')
  expect(document.activeElement).toBe(words)
  expect([words.readOnly, words.value]).toEqual([false, ''])
  expect(server.questions()).toHaveLength(1)
})

test('the text has the focus when the button that was pressed is gone', async () => {
  // With a mouse: on a phone it would bring up the keyboard.
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: !query.includes('coarse') })
  )
  const { user, panel, documents } = await openDocument(documentServer(['Первая', 'Вторая']))
  const isInText = async () => expect(document.activeElement).toBe(await textField(panel))
  await user.type(await textField(panel), '!')
  await user.click(panel.getByRole('button', { name: 'Отменить правки' }))
  await waitFor(isInText)
  await user.type(await textField(panel), '?')
  await user.click(panel.getByRole('button', { name: 'Сохранить версию' }))
  await panel.findByText('Версия 3 из 3')
  await waitFor(isInText)
  await user.click(panel.getByRole('button', { name: 'Предыдущая версия' }))
  await user.click(await panel.findByRole('button', { name: 'Вернуть эту версию' }))
  await panel.findByText('Версия 4 из 4')
  await waitFor(isInText)
  expect(documents.versions.map(({ text }) => text)).toEqual(['Первая', 'Вторая', 'Вторая?', 'Вторая'])
  await user.type(await textField(panel), '!')
  await user.click(panel.getByRole('button', { name: 'Предыдущая версия' }))
  await user.click(await panel.findByRole('button', { name: 'К моим правкам' }))
  await waitFor(isInText)
})
