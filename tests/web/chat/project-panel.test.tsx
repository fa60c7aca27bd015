// The panel of a project, as it opens from the list of chats.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { conversationOf } from './chat-server.ts'
import { attachmentOf, FakeUpload } from './fake-upload.ts'
import { address } from './open-chat.tsx'
import { openMenu, openPanel, projectServer } from './project-panel-server.tsx'
import { write } from '../write.ts'

beforeEach(() => {
  FakeUpload.sent = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})

const waiting = attachmentOf({ id: 'file-2', name: 'скан.pdf', kind: 'document', state: 'waiting' })
const failed = attachmentOf({
  id: 'file-3',
  name: 'пустой.pdf',
  kind: 'document',
  state: 'failed',
  failure: 'В файле нет текста'
})

test('name and instruction are saved when the user says so; what was not saved is there again', async () => {
  const { answers } = projectServer({ instruction: 'Коротко' })
  const { user, server, panel, leave } = await openPanel(answers)
  const instruction = within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: 'Инструкция проекта' })
  expect(within(panel).getByRole<HTMLButtonElement>('button', { name: 'Сохранить' }).disabled).toBe(true)
  await write(user, instruction, ' и по делу')
  within(panel).getByText(/17 из 4\s000 символов/)
  await user.click(within(panel).getByRole('button', { name: 'Закрыть' }))
  expect(server.asked.some(({ method }) => method === 'PUT')).toBe(false)
  leave()

  const again = await openPanel(answers)
  const field = within(again.panel).getByRole<HTMLTextAreaElement>('textbox', { name: 'Инструкция проекта' })
  expect(field.value).toBe('Коротко и по делу')
  within(again.panel).getByText('Вы не сохранили эту инструкцию в прошлый раз')
  const name = within(again.panel).getByRole('textbox', { name: 'Название' })
  await again.user.clear(name)
  within(again.panel).getByText('Введите название')
  await write(again.user, name, 'Аренда')
  await again.user.click(within(again.panel).getByRole('button', { name: 'Сохранить' }))
  await screen.findByRole('dialog', { name: 'Проект «Аренда»' })
  const written = again.server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(written).toEqual([{ name: 'Аренда' }, { instruction: 'Коротко и по делу' }])
  expect(toasts).toEqual(['success: Проект сохранён'])
  await waitFor(() =>
    expect(within(again.panel).getByRole<HTMLButtonElement>('button', { name: 'Сохранить' }).disabled).toBe(true)
  )
})

test('what is written while a project is saved stays kept, and another name is not left without a question', async () => {
  const { answers, change } = projectServer({ instruction: 'Коротко' })
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user, panel } = await openPanel({
    ...answers,
    'PUT /chat/folders/7/project': ({ body }: { body: unknown }) => promise.then(() => change(body as Partial<Project>))
  })
  const field = within(panel).getByLabelText<HTMLTextAreaElement>('Инструкция проекта')
  await write(user, field, ' и')
  await user.click(within(panel).getByRole('button', { name: 'Сохранить' }))
  await write(user, field, ' ясно')
  resolve()
  await waitFor(() => expect(toasts).toEqual(['success: Проект сохранён']))
  expect(field.value).toBe('Коротко и ясно')
  expect(Object.values({ ...localStorage }).join()).toContain('Коротко и ясно')
  await write(user, within(panel).getByRole('textbox', { name: 'Название' }), ' и сроки')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Не сохранять' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a refused instruction stays in its field', async () => {
  const { answers } = projectServer()
  const { user, panel } = await openPanel({
    ...answers,
    'PUT /chat/folders/7/project': () => refuse(400, { error: 'Слишком длинная инструкция' })
  })
  await write(user, within(panel).getByRole('textbox', { name: 'Инструкция проекта' }), 'Кратко')
  await user.click(within(panel).getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(toasts).toEqual(['error: Слишком длинная инструкция']))
  expect(within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: 'Инструкция проекта' }).value).toBe('Кратко')
})

test('each file says its state; the room of the plan and what a question sends are said', async () => {
  const files = [attachmentOf(), waiting, failed]
  const { panel } = await openPanel(projectServer({ files, sending: { kind: 'all', tokens: 2 } }).answers)
  const list = within(panel).getByRole('list', { name: 'Файлы' })
  within(list).getByText('Читаем текст…')
  within(list).getByText('В файле нет текста')
  within(panel).getByRole('heading', { name: '3 файла' })
  within(panel).getByText('Файлы проекта отправляются целиком: +2 токена к вопросу')
  within(panel).getByText(/Ваши файлы занимают 3 МБ из 2\s000 МБ\.$/)
})

test('a file goes up, then into the project; what the project refuses is said and can be tried again', async () => {
  const project = projectServer()
  let isFull = true
  const { server, panel, user } = await openPanel({
    ...project.answers,
    'POST /chat/folders/7/files': () =>
      isFull
        ? refuse(409, { error: 'В проекте уже 50 файлов', code: 'PROJECT_FULL' })
        : project.change({ files: [attachmentOf()], sending: { kind: 'all', tokens: 1 } })
  })
  const input = panel.querySelector<HTMLInputElement>('input[type=file]')!
  fireEvent.change(input, { target: { files: [new File(['Прибыль'], 'отчёт.txt')] } })
  await waitFor(() => expect(FakeUpload.sent).toHaveLength(1))
  await FakeUpload.sent[0]?.answer(attachmentOf())
  await within(panel).findByText('В проекте уже 50 файлов')
  expect(server.asked.find(({ path }) => path === '/chat/folders/7/files')?.body).toEqual({ attachment: 'file-9' })

  expect(screen.queryByText(', проект')).toBeNull()
  isFull = false
  await user.click(within(panel).getByRole('button', { name: 'Повторить: отчёт.txt' }))
  await waitFor(() => expect(FakeUpload.sent).toHaveLength(2))
  expect(FakeUpload.sent[1]?.headers.get('idempotency-key')).toBe(FakeUpload.sent[0]?.headers.get('idempotency-key'))
  await FakeUpload.sent[1]?.answer(attachmentOf())
  await within(panel).findByText('Файлы проекта отправляются целиком: +1 токен к вопросу')
  await waitFor(() => expect(within(panel).getAllByText('отчёт.txt')).toHaveLength(1))
  await screen.findByText(', проект')
})

test('pictures are not taken', async () => {
  const { panel } = await openPanel(projectServer().answers)
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  fireEvent.drop(panel, { dataTransfer: { types: ['Files'], files: [new File([png], 'снимок.png')] } })
  await waitFor(() =>
    expect(toasts).toEqual(['error: Картинки приложите к вопросу: в проекте могут быть документы и тексты'])
  )
  expect(FakeUpload.sent).toEqual([])
})

test('a file is removed after a question', async () => {
  const { user, server, panel } = await openPanel(projectServer({ files: [attachmentOf(), waiting] }).answers)
  await user.click(within(panel).getByRole('button', { name: 'Убрать файл отчёт.txt' }))
  const question = within(panel).getByRole('group', { name: 'Убрать файл «отчёт.txt» из проекта?' })
  expect(document.activeElement).toBe(question)
  await user.click(within(question).getByRole('button', { name: 'Отмена' }))
  expect(server.asked.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(within(panel).getByRole('button', { name: 'Убрать файл отчёт.txt' }))
  await user.click(within(panel).getByRole('button', { name: 'Убрать' }))
  await within(panel).findByRole('heading', { name: '1 файл' })
  expect(document.activeElement?.textContent).toBe('Добавить файлы')
})

test('an instruction that another page has saved is shown, and no change of this one', async () => {
  const { answers, change } = projectServer({ instruction: 'Коротко' })
  const { user, panel } = await openPanel(answers)
  change({ instruction: 'Подробно' })
  await user.click(within(panel).getByRole('checkbox', { name: /^Память/ }))
  const field = within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: 'Инструкция проекта' })
  await waitFor(() => expect(field.value).toBe('Подробно'))
  expect(within(panel).queryByText('Есть несохранённые изменения')).toBeNull()
})

test('memory is switched off for the project', async () => {
  const { user, server, panel } = await openPanel(projectServer().answers)
  const memory = within(panel).getByRole<HTMLInputElement>('checkbox', { name: /^Память/ })
  expect(memory.checked).toBe(true)
  await user.click(memory)
  await waitFor(() => expect(memory.checked).toBe(false))
  expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({ memory: false })
})

test('a new chat of another service is put into the folder and opened', async () => {
  const { answers } = projectServer()
  const placed: unknown[] = []
  const { user, panel } = await openPanel({
    ...answers,
    'POST /chat/conversations': () => succeed({ conversation: conversationOf(5, { service: 'claude' }) }),
    'PUT /chat/conversations/:id/place': ({ body }) => {
      placed.push(body)
      return succeed({ conversation: conversationOf(5, { service: 'claude', folder_id: 7 }) })
    },
    'GET /chat/conversations/:id': () =>
      succeed({ conversation: conversationOf(5, { service: 'claude', model: 'claude-3-haiku', folder_id: 7 }) })
  })
  await user.click(within(panel).getByRole('button', { name: /^Сервис/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: /Claude/ }))
  await user.click(within(panel).getByRole('button', { name: 'Новый чат в проекте' }))
  await waitFor(() => expect(address()).toBe('/claude?chat=5'))
  expect(placed).toEqual([{ folderId: 7 }])
})

test('the question before a folder is deleted says what goes with it', async () => {
  const { user } = await openMenu(projectServer({ instruction: 'Коротко', files: [attachmentOf(), waiting] }).answers)
  await user.click(await screen.findByRole('menuitem', { name: 'Удалить папку' }))
  const dialog = await screen.findByRole('dialog', { name: 'Удалить папку?' })
  await within(dialog).findByText(
    'Чаты из папки «Договоры» останутся в общем списке. Файлы проекта (2 файла) и его инструкция будут удалены. Файлы, приложенные к вопросам, останутся в своих чатах.'
  )
})
