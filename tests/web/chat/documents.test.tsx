// A document beside its chat: its states, its versions, own changes and changes by request.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { documentLengthMax } from '#contract/documents.ts'
import { refuseNext } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { messageOf } from './chat-server.ts'
import { documentServer } from './documents-server.ts'
import { address, openChat, startChat } from './open-chat.tsx'
import { ended, letter, openDocument, saveButton, saved, textField } from './open-document.tsx'
import { write } from '../write.ts'

test('an answer of some length is opened as a document, and the address keeps it; a short one is talk', async () => {
  const short = messageOf(4, 'assistant', { content: 'Да.', parent_id: 3 })
  const messages = [...saved, messageOf(3, 'user', { parent_id: 2 }), short]
  const { answers } = documentServer([letter])
  const { user } = await startChat('/chatgpt?chat=1', { saved: messages, answers })
  const [button, ...more] = await screen.findAllByRole('button', { name: 'Открыть как документ' })
  expect(more).toEqual([])
  await user.click(button!)
  await waitFor(() => expect(address()).toBe('/chatgpt?chat=1&document=7'))
  // The chat is narrow at once, though what draws the document is still loaded.
  expect([
    document.documentElement.dataset['document'],
    screen.queryByRole('complementary', { name: 'Документ' })
  ]).toEqual(['open', null])
  const panel = within(await screen.findByRole('complementary', { name: 'Документ' }))
  expect((await textField(panel)).value).toBe(letter)
  expect(document.documentElement.dataset['document']).toBe('open')
  await user.click(panel.getByRole('button', { name: 'Закрыть документ' }))
  await waitFor(() => expect(address()).toBe('/chatgpt?chat=1'))
  expect(screen.queryByRole('complementary', { name: 'Документ' })).toBeNull()
})

test('own changes are kept until they are saved, also over a reload', async () => {
  const { user, panel, server, leave, documents } = await openDocument()
  await write(user, await textField(panel), ' Спасибо!')
  expect(panel.getByText('Ваши правки')).toBeTruthy()
  window.dispatchEvent(new Event('pagehide'))
  leave()
  await openChat('/chatgpt?chat=1&document=7')
  const again = within(await screen.findByRole('complementary', { name: 'Документ' }))
  expect((await textField(again)).value).toBe(`${letter} Спасибо!`)
  await user.keyboard('{Control>}s{/Control}')
  await again.findByText('Версия 2 из 2')
  expect(documents.versions.at(-1)).toMatchObject({ number: 2, text: `${letter} Спасибо!` })
  expect(server.asked.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ base: 1 })
  expect(again.queryByRole('button', saveButton)).toBeNull()
  expect(Object.keys(localStorage).filter((key) => key.includes('document:'))).toEqual([])
})

test('a newer version is told of; own changes are saved on top of it or wait beside it', async () => {
  const { user, panel, documents } = await openDocument()
  await write(user, await textField(panel), ' Спасибо!')
  documents.addReady('С другого устройства')
  await user.click(panel.getByRole('button', saveButton))
  await user.click(await panel.findByRole('button', { name: 'Посмотреть новую версию' }))
  expect((await textField(panel)).value).toBe('С другого устройства')
  await user.click(panel.getByRole('button', { name: 'К моим правкам' }))
  expect((await textField(panel)).value).toBe(`${letter} Спасибо!`)
  await user.click(panel.getByRole('button', { name: 'Сохранить поверх' }))
  await panel.findByText('Версия 3 из 3')
  expect(documents.versions.map(({ text }) => text)).toEqual([letter, 'С другого устройства', `${letter} Спасибо!`])
  expect(toasts).toContain('error: Документ уже изменился: откройте его новую версию')
})

test('an earlier version is only looked at, and brought back as a new one', async () => {
  const { user, panel, documents } = await openDocument(documentServer(['Первая', 'Вторая']))
  await user.click(await panel.findByRole('button', { name: 'Предыдущая версия' }))
  await panel.findByText('Версия 1 из 2')
  await waitFor(async () => expect((await textField(panel)).value).toBe('Первая'))
  expect((await textField(panel)).readOnly).toBe(true)
  await user.click(panel.getByRole('button', { name: 'Вернуть эту версию' }))
  await panel.findByText('Версия 3 из 3')
  expect(documents.versions.map(({ text }) => text)).toEqual(['Первая', 'Вторая', 'Первая'])
})

test('a selected passage is changed by a question of the same operation; the new version comes by itself', async () => {
  const { user, panel, server, documents } = await openDocument()
  const field = await textField(panel)
  field.focus()
  field.setSelectionRange(0, 15)
  await user.keyboard('{Shift}')
  await panel.findByText('Выделено: «Дорогие соседи!»')
  await user.click(panel.getByRole('button', { name: 'Официальнее' }))
  await user.click(panel.getByRole('button', { name: 'Изменить выделенное' }))
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  const change = server.asked.find(({ path }) => path.endsWith('/changes'))
  expect(change?.body).toEqual({ base: 1, operationId: server.keys()[0], request: 'Официальнее', start: 0, end: 15 })
  expect(server.questions()[0]?.body).toMatchObject({
    conversationId: 1,
    prompt: expect.stringContaining('Официальнее')
  })
  await panel.findByText('Пишется новая версия…')
  documents.finish('Уважаемые жильцы! Просим не шуметь.')
  ended(server)
  await panel.findByText('Версия 2 из 2')
  expect((await textField(panel)).value).toBe('Уважаемые жильцы! Просим не шуметь.')
  expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Что изменить' }).value).toBe('')
})

test('own changes are saved before something is asked for', async () => {
  const { user, panel, server, documents } = await openDocument()
  await write(user, await textField(panel), ' Спасибо!')
  await write(user, panel.getByRole('textbox', { name: 'Что изменить' }), 'Короче')
  await user.click(panel.getByRole('button', { name: 'Изменить документ' }))
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  expect(documents.versions.map(({ text, state }) => [text, state])).toEqual([
    [letter, 'ready'],
    [`${letter} Спасибо!`, 'ready'],
    [null, 'writing']
  ])
})

test('a passage of a document without room is not asked about', async () => {
  const { user, panel, server } = await openDocument(documentServer([`Конец ${'x'.repeat(documentLengthMax - 10)}`]))
  const field = await textField(panel)
  field.focus()
  field.setSelectionRange(0, 5)
  await user.keyboard('{Shift}')
  await panel.findByText('Выделено: «Конец»')
  await user.click(panel.getByRole('button', { name: 'Короче' }))
  expect(panel.getByText(/почти не осталось места/)).toBeTruthy()
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Изменить выделенное' }).disabled).toBe(true)
  expect(server.calls().filter((call) => call.endsWith('/changes'))).toEqual([])
})

test('without tokens nothing is asked for', async () => {
  const { user, panel, server } = await openDocument(undefined, { tokens: 0 })
  await user.click(await panel.findByRole('button', { name: 'Короче' }))
  const button = panel.getByRole<HTMLButtonElement>('button', { name: 'Изменить документ' })
  await waitFor(() => expect(button.disabled).toBe(true))
  expect(server.calls().filter((call) => call.endsWith('/changes'))).toEqual([])
})

test('is renamed in its place, where a refused name stays, and deleted after a question; the chat lists what there is', async () => {
  const { user, panel, server } = await openDocument()
  const title = await panel.findByRole<HTMLInputElement>('textbox', { name: 'Название документа' })
  await user.clear(title)
  refuseNext('PUT')
  await write(user, title, ' Объявление {Enter}')
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(title.value).toBe(' Объявление ')
  await write(user, title, '{Enter}')
  await waitFor(() => expect(server.calls()).toContain('PUT /chat/documents/7'))
  await user.click(screen.getByRole('button', { name: 'Действия с этим чатом' }))
  await screen.findByRole('menuitem', { name: 'Объявление' })
  await user.keyboard('{Escape}')

  await user.click(panel.getByRole('button', { name: 'Действия с документом' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Удалить документ' }))
  const question = await screen.findByRole('dialog', { name: 'Удалить документ?' })
  await user.click(within(question).getByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(address()).toBe('/chatgpt?chat=1'))
  expect(server.calls()).toContain('DELETE /chat/documents/7')
})

test('a document that is gone or of another chat says so', async () => {
  const { panel } = await openDocument(documentServer([letter], { conversationId: 2 }))
  await panel.findByText('Такого документа нет')
})

test('a page is shown in a frame that has no origin', async () => {
  const { panel, user } = await openDocument(documentServer(['<h1>Лето</h1>'], { kind: 'html' }))
  const frame = await panel.findByTitle('Страница')
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts')
  expect(frame.getAttribute('src')).toBe('/document/')
  await user.click(panel.getByRole('button', { name: 'Правка' }))
  expect((await textField(panel)).value).toBe('<h1>Лето</h1>')
})

test('on a narrow window it covers the chat, and leads back to it', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(window.matchMedia(''), { matches: false }))
  const { answers } = documentServer([letter])
  const { user } = await startChat('/chatgpt?chat=1', { saved, answers })
  await user.click(await screen.findByRole('button', { name: 'Открыть как документ' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Документ' }))
  await user.click(await dialog.findByRole('button', { name: 'К чату' }))
  await waitFor(() => expect(address()).toBe('/chatgpt?chat=1'))
})
