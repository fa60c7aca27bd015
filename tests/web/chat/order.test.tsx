// Pinned chats, folders and the archive in the list; models of all pages.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type Draft } from '#web/src/chat/draft/draft.ts'
import { draftKey } from '#web/src/chat/draft/draft-box.ts'
import { notify } from '#web/src/base/ui/notify.ts'
import { refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { conversationOf, pictureFile } from './chat-server.ts'
import { orderServer } from './order-server.ts'
import { address, chatsColumn, chooseFor, field, keepDraft, openChat, startChat } from './open-chat.tsx'
import { write } from '../write.ts'

const chats = () => [3, 2, 1].map((id) => conversationOf(id))
const titlesIn = (name: string) =>
  within(within(chatsColumn()).getByRole('region', { name }))
    .queryAllByRole('listitem')
    .map((row) => /Чат \d/.exec(row.textContent ?? '')?.[0])

const focusedRow = () => /Чат \d/.exec(document.activeElement?.closest('[data-chat]')?.textContent ?? '')?.[0]

describe('a chat of the list', () => {
  test('leaves the focus to its neighbour when it goes into a closed folder, to the archive, or is deleted', async () => {
    const answers = orderServer(
      [5, 4, 3, 2, 1].map((id) => conversationOf(id)),
      ['Работа']
    )
    const { user } = await startChat('/gpt5', { answers })
    await chooseFor(user, 'Чат 4', 'В папку…')
    await user.click(await screen.findByRole('button', { name: 'Работа' }))
    await waitFor(() => expect(focusedRow()).toBe('Чат 3'))
    await chooseFor(user, 'Чат 1', 'В архив')
    await waitFor(() => expect(focusedRow()).toBe('Чат 2'))
    await user.keyboard('{Delete}')
    const question = await screen.findByRole('dialog', { name: 'Удалить чат?' })
    await user.click(within(question).getByRole('button', { name: 'Удалить' }))
    await waitFor(() => expect(focusedRow()).toBe('Чат 3'))
  })

  test('is pinned at once, the focus stays with it, and unpinned', async () => {
    const { user } = await startChat('/gpt5', { answers: orderServer(chats()) })
    await chooseFor(user, 'Чат 2', 'Закрепить')
    await waitFor(() => expect(titlesIn('Закреплённые')).toEqual(['Чат 2']))
    await waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('Чат 2'))
    await chooseFor(user, 'Чат 2', 'Открепить')
    await waitFor(() => expect(within(chatsColumn()).queryByRole('region', { name: 'Закреплённые' })).toBeNull())
  })

  test('returns to its place when the server refuses', async () => {
    const answers = orderServer(chats())
    const text = 'Закреплено уже 50 чатов. Открепите лишний'
    const { user } = await startChat('/gpt5', {
      answers: {
        ...answers,
        'PUT /chat/conversations/:id/place': () => refuse(409, { error: text, code: 'PINNED_FULL' })
      }
    })
    await chooseFor(user, 'Чат 2', 'Закрепить')
    await waitFor(() => expect(toasts).toEqual([`error: ${text}`]))
    expect(within(chatsColumn()).queryByRole('region', { name: 'Закреплённые' })).toBeNull()
    expect(within(chatsColumn()).getAllByRole('listitem')).toHaveLength(3)
  })

  test('goes into a folder, a new one too, and open folders are remembered', async () => {
    const { server, user, leave } = await startChat('/gpt5', { answers: orderServer(chats(), ['Работа']) })
    await chooseFor(user, 'Чат 3', 'В папку…')
    const dialog = await screen.findByRole('dialog', { name: 'В папку' })
    await user.click(within(dialog).getByRole('button', { name: 'Работа' }))
    await user.click(await within(chatsColumn()).findByRole('button', { name: /^Работа.*чатов: 1$/ }))
    await waitFor(() => expect(titlesIn('Папка «Работа»')).toEqual(['Чат 3']))

    await chooseFor(user, 'Чат 2', 'В папку…')
    // There is a list to choose from: it comes before the field.
    expect(document.activeElement).toBe(await screen.findByRole('dialog', { name: 'В папку' }))
    await write(user, await screen.findByLabelText('Новая папка'), ' Учёба {Enter}')
    await within(chatsColumn()).findByRole('button', { name: /^Учёба.*чатов: 1$/ })
    expect(server.asked.findLast(({ method }) => method === 'PUT')).toMatchObject({
      path: '/chat/conversations/2/place',
      body: { folderId: 2, pinned: false }
    })
    leave()
    await openChat('/gpt5')
    await waitFor(() => expect(titlesIn('Папка «Работа»')).toEqual(['Чат 3']))
    expect(
      within(chatsColumn())
        .getByRole('button', { name: /^Учёба.*чатов: 1$/ })
        .getAttribute('aria-expanded')
    ).toBe('false')
  })
})

test('a folder is left by one chat, by all others at once, also those that the list has not read, and by one in the archive', async () => {
  const served = orderServer(
    Array.from({ length: 26 }, (_, index) =>
      conversationOf(26 - index, { folder_id: 1, archived_at: index === 0 ? 5 : null })
    ),
    ['Работа']
  )
  const { server, user } = await startChat('/gpt5', { answers: served })
  const press = async (role: string, name: string | RegExp) => user.click(await screen.findByRole(role, { name }))
  await press('button', /^Работа.*чатов: 25$/)
  await chooseFor(user, 'Чат 25', 'Убрать из папки')
  await press('button', 'Действия с папкой «Работа»')
  await press('menuitem', 'Выбрать все чаты')
  await screen.findByText('Выбрано: 24')
  await press('button', 'В папку…')
  await press('button', 'Убрать из папки')
  await within(chatsColumn()).findByRole('button', { name: /^Работа.*чатов: 0$/ })
  const ids = Array.from({ length: 24 }, (_, index) => 24 - index)
  expect(server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { folderId: null },
    { ids, folderId: null }
  ])
  await press('button', /^Архив/)
  // After the day, which the name of a folder may not push out.
  await within(chatsColumn()).findByText(/\d · Работа$/)
  await chooseFor(user, 'Чат 26', 'Убрать из папки')
  await waitFor(() => expect(within(chatsColumn()).queryByText(/· Работа/)).toBeNull())
})

test('a chat is dragged into a folder, and out of it', async () => {
  const { server, user } = await startChat('/gpt5', { answers: orderServer(chats(), ['Работа']) })
  const dataTransfer = { types: ['application/x-chats'], setData: vi.fn(), dropEffect: '', effectAllowed: '' }
  const drag = async (chat: string, to: () => HTMLElement) => {
    fireEvent.dragStart(await within(chatsColumn()).findByRole('link', { name: new RegExp(`^${chat}`) }), {
      dataTransfer
    })
    // The places where it may be dropped are shown.
    await waitFor(() => expect(to().closest('[data-drop]')).not.toBeNull())
    fireEvent.dragOver(to(), { dataTransfer })
    expect(to().closest('[data-drop=over]')).not.toBeNull()
    fireEvent.drop(to(), { dataTransfer })
  }
  await user.click(await within(chatsColumn()).findByRole('button', { name: /^Работа/ }))
  await drag('Чат 2', () => within(chatsColumn()).getByRole('region', { name: 'Папка «Работа»' }))
  await waitFor(() => expect(titlesIn('Папка «Работа»')).toEqual(['Чат 2']))
  expect(server.asked.findLast(({ method }) => method === 'PUT')?.body).toEqual({ folderId: 1, pinned: false })
  await drag('Чат 2', () => within(chatsColumn()).getByRole('link', { name: /^Чат 3/ }))
  await waitFor(() => expect(titlesIn('Папка «Работа»')).toEqual([]))
})

test('an open chat in a folder names the bar and chooses its model', async () => {
  const one = conversationOf(7, { folder_id: 1, title: 'О кодах', model: 'o3-2025-04-16' })
  const answers = {
    ...orderServer([one], ['Работа']),
    'GET /chat/conversations/:id': () => succeed({ conversation: one })
  }
  await startChat('/gpt5?chat=7', { answers })
  await waitFor(() => expect(document.title).toMatch(/^О кодах · /))
  expect(screen.getByRole('button', { name: /^Модель/ }).textContent).toContain('o3')
})

async function openAll(user: Awaited<ReturnType<typeof openChat>>['user']) {
  await user.click(screen.getByRole('button', { name: /^Модель/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Все модели' }))
  return screen.findByRole('dialog', { name: 'Все модели' })
}

describe('the list of all models', () => {
  test('leads there with the files and the role, in place of a draft that can be put back', async () => {
    const role = { name: 'Редактор', instruction: 'Правь.' }
    keepDraft('/chatgpt', { prompt: 'Что тут?', files: [pictureFile], role })
    keepDraft('/claude', { prompt: 'Старый запрос' })
    const { user } = await startChat('/chatgpt', {
      answers: { 'GET /chat/attachments/file-1': () => succeed({ attachment: pictureFile }) }
    })
    const dialog = await openAll(user)
    await user.click(within(dialog).getByRole('option', { name: /Claude 3 Haiku/ }))
    await waitFor(() => expect(address()).toBe('/claude'))
    await waitFor(() => expect(field().value).toBe('Что тут?'))
    await screen.findByRole('button', { name: 'Убрать файл снимок.png' })
    screen.getByRole('button', { name: 'Роль: Редактор' })
    const left = JSON.parse(localStorage.getItem(draftKey('/chatgpt', null)) ?? 'null') as Draft | null
    expect([left?.prompt ?? '', left?.files ?? [], left?.role ?? null]).toEqual(['', [], null])

    act(() => vi.mocked(notify.info).mock.lastCall?.[1]?.onClick())
    await waitFor(() => expect(field().value).toBe('Старый запрос'))
    expect(screen.queryByRole('button', { name: 'Убрать файл снимок.png' })).toBeNull()
    screen.getByRole('button', { name: 'Выбрать роль' })
  })

  test('says which are closed, and stays on the page for one of its models', async () => {
    const { user } = await startChat('/chatgpt')
    const dialog = await openAll(user)
    const turbo = within(dialog).getByRole('option', { name: /GPT-4 Turbo/ })
    expect(within(turbo).getByLabelText('закрыта')).toBeTruthy()
    expect(turbo.textContent).toContain('После первой покупки токенов')
    await write(user, within(dialog).getByRole('combobox'), 'нет такой')
    expect(within(dialog).getByRole('status').textContent).toContain('Такой модели нет')
    await user.clear(within(dialog).getByRole('combobox'))
    await user.click(within(dialog).getByRole('option', { name: /GPT-3.5 Turbo/ }))
    expect(address()).toBe('/chatgpt')
    await waitFor(() => expect(screen.getByRole('button', { name: /^Модель/ }).textContent).toContain('GPT-3.5 Turbo'))
  })
  test('finds the tools of other pages, with the price of their cheapest work, and opens them', async () => {
    const { user } = await startChat('/chatgpt')
    const dialog = await openAll(user)
    await write(user, within(dialog).getByRole('combobox'), 'ролик')
    const group = within(dialog).getByRole('group', { name: 'Генерация видео' })
    expect(within(group).getAllByRole('option')[0]?.textContent).toMatch(/^LumaRayот\s3 токенов$/)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/luma'))
  })
})
