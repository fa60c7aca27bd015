// What another app has shared: whose it is, how long it waits, and where it goes.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { dropOldReceived, joined, readReceived } from '#web/src/app/received/received.ts'
import { Page } from '#web/src/app/received-page.tsx'
import { conversationOf } from './chat/chat-server.ts'
import { keepTokens, refuse, signedInApi, succeed, tokensOwnedBy } from './fake-api.ts'
import { openPages } from './render-page.tsx'

/** Caches by name, each with its answers by path. */
let kept: Map<string, Map<string, Blob>>

const pathOf = (asked: string | Request) => (typeof asked === 'string' ? asked : new URL(asked.url).pathname)

function cacheOf(name: string) {
  const entries = kept.get(name) ?? new Map<string, Blob>()
  kept.set(name, entries)
  return {
    match: async (asked: string | Request) => {
      const found = entries.get(pathOf(asked))
      return found && new Response(await found.arrayBuffer())
    },
    put: async (asked: string | Request, answer: Response) => {
      entries.set(pathOf(asked), new Blob([await answer.arrayBuffer()]))
    },
    keys: async () => [...entries.keys()].map((path) => new Request(`http://localhost${path}`))
  }
}

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name)
  })
})

interface Shared {
  text?: string
  files?: File[]
  left?: number
  at?: number
  owner?: string
}

/** As public/ready-worker.js keeps it. */
function keepShared(name: string, { files = [], ...part }: Shared): void {
  const about = {
    title: '',
    text: '',
    url: '',
    left: 0,
    at: Date.now(),
    ...part,
    files: files.map((file) => ({ name: file.name, type: file.type }))
  }
  const entries = new Map<string, Blob>([['/received/about', new Blob([JSON.stringify(about)])]])
  for (const [index, file] of files.entries()) entries.set(`/received/${index}`, file)
  kept.set(name, entries)
}

const open = (at = '/received') => openPages(at, { '/received': <Page /> })

test.each([
  [{ title: 'Статья', text: 'Статья\nhttps://a.ru', url: 'https://a.ru' }, 'Статья\nhttps://a.ru'],
  [{ title: 'Заголовок', text: 'Слова', url: 'https://a.ru' }, 'Заголовок\nСлова\nhttps://a.ru'],
  [{ title: ' Одно ', text: '', url: '' }, 'Одно'],
  [{ title: '', text: '', url: '' }, '']
])('title, text and address are one text, nothing twice: %j', (shared, text) => {
  expect(joined(shared)).toBe(text)
})

test('what was shared becomes its user’s, and is never shown to another', async () => {
  keepShared('received', { text: 'Для Анны', files: [new File(['x'], 'a.txt', { type: 'text/plain' })] })
  expect(await readReceived(null)).toMatchObject({ text: 'Для Анны' })
  const { text, files } = (await readReceived('anna')) ?? {}
  expect([text, files?.map(({ name }) => name), [...kept.keys()]]).toEqual(['Для Анны', ['a.txt'], ['received-own']])
  expect(await readReceived('anna')).toMatchObject({ text: 'Для Анны' })
  expect(await readReceived('boris')).toBeNull()
  expect([...kept.keys()]).toEqual([])
})

test('what nobody has used within a day is deleted, like what is no record of the worker', async () => {
  const yesterday = Date.now() - 25 * 3_600_000
  keepShared('received', { text: 'Старое', at: yesterday })
  keepShared('received-own', { text: 'Старое', at: yesterday, owner: 'anna' })
  await dropOldReceived()
  expect([...kept.keys()]).toEqual([])
  kept.set('received', new Map([['/received/about', new Blob(['{"title":1}'])]]))
  expect(await readReceived(null)).toBeNull()
})

test('a file that is gone from the device counts as left out', async () => {
  keepShared('received', { files: [new File(['x'], 'a.txt'), new File(['y'], 'b.txt')], left: 1 })
  kept.get('received')?.delete('/received/1')
  const { files, left } = (await readReceived(null)) ?? {}
  expect([files?.length, left]).toEqual([1, 2])
})

test.each([
  ['/received?lost', 'Не дошло'],
  ['/received?failed', 'Не дошло'],
  ['/received', 'Здесь пока пусто']
])('%s says what has happened', async (at, title) => {
  open(at)
  await screen.findByText(title)
})

test('a visitor signs in first, and what they shared waits', async () => {
  keepShared('received', { text: 'Подожди' })
  open()
  await screen.findByRole('heading', { name: 'Войдите, чтобы продолжить' })
  expect(kept.has('received')).toBe(true)
})

const signIn = (answers = {}) => {
  keepTokens(tokensOwnedBy('anna@example.ru'))
  return signedInApi({
    'GET /chat/conversations?limit=5': () => succeed({ items: [], total: 0 }),
    'GET /chat/folders': () => succeed({ folders: [] }),
    ...answers
  })
}

test('words go into a new chat of the model that answered last, and are not sent', async () => {
  keepShared('received', { text: 'Перескажи' })
  const last = conversationOf(3, { service: 'claude', model: 'claude-3-sonnet' })
  const { calls } = signIn({ 'GET /chat/conversations?limit=5': () => succeed({ items: [last], total: 1 }) })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'В чат' }))
  await screen.findByText('another page')
  expect(screen.getByLabelText('address').textContent).toBe('/claude')
  await waitFor(() => expect([...kept.keys()]).toEqual([]))
  expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
})

test('what did not fit is told, and nothing is offered when all of it did not', async () => {
  keepShared('received', { left: 2 })
  signIn()
  const { user } = open()
  await screen.findByText(/^Не поместилось: 2 файла/)
  expect(screen.queryByRole('button', { name: 'В чат' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Понятно' }))
  await waitFor(() => expect([...kept.keys()]).toEqual([]))
})

test('without projects it says where they are made; a picture alone has no place there', async () => {
  keepShared('received', { text: 'Слова' })
  signIn()
  const { user, unmount } = open()
  await user.click(await screen.findByRole('button', { name: 'В проект' }))
  await screen.findByText(/^Проектов пока нет/)
  unmount()
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:x'
      static override revokeObjectURL = () => undefined
    }
  )
  keepShared('received', { files: [new File(['x'], 'кот.png', { type: 'image/png' })] })
  open()
  await screen.findByRole('button', { name: 'Изменить картинку' })
  expect(screen.queryByRole('button', { name: 'В проект' })).toBeNull()
})

test('a list of projects that cannot be read can be asked for again', async () => {
  keepShared('received', { text: 'Слова' })
  signIn({ 'GET /chat/folders': () => refuse(500, { code: 'INTERNAL_ERROR' }) })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'В проект' }))
  await screen.findByText('Не удалось загрузить проекты')
})
