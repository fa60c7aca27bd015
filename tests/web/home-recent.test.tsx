// A user's last chats and works on the home page: what there is, what there is nothing of, and what could not be read.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Page as HomePage } from '#web/src/app/home-page.tsx'
import { readKnown } from '#web/src/base/session/prices.ts'
import { leaveHere } from '#web/src/base/session/session-store.ts'
import { recentKey } from '#web/src/base/storage/unsent.ts'
import { conversationOf } from './chat/chat-server.ts'
import { type Answers, fakeApi, refuse, signedInApi, succeed } from './fake-api.ts'
import { endedJob, pageOf } from './open-library.tsx'
import { openPages } from './render-page.tsx'

const chatsPath = 'GET /chat/conversations?limit=5'
const worksPath = 'GET /library/works?limit=6&whole=6'

const chatsAnswer = (count: number, part: object = {}, running: number[] = []) =>
  succeed({
    items: Array.from({ length: count }, (_, index) => conversationOf(index + 1, part)),
    total: count,
    running
  })
const worksAnswer = (count: number) => pageOf(Array.from({ length: count }, (_, index) => endedJob(index + 1)))

async function open(answers: Answers = {}) {
  const { calls } = signedInApi(answers, 10)
  const page = openPages('/', { '/': <HomePage /> })
  await screen.findByText(/^На счёте 10 токенов\./)
  return { ...page, calls }
}

const block = (name: string) => screen.findByRole('region', { name })
const queryBlocks = () =>
  ['Последние чаты', 'Последние работы'].filter((name) => screen.queryByRole('region', { name }) !== null)
const hrefsIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
const loaded = (text: string) => screen.findByRole('link', { name: text })
const mark = () => [document.documentElement.dataset['recent'], localStorage.getItem(recentKey)]

beforeEach(() => {
  delete document.documentElement.dataset['recent']
})

describe('the last chats and works', () => {
  test('lead to each of them and to all, and are asked for once', async () => {
    // By the server's clock, which that of the device need not agree with.
    const now = Date.parse('2026-11-18T12:00:00Z')
    const part = { service: 'claude', model: 'claude-3-haiku', updated_at: now - 5 * 60_000 }
    const { calls } = await open({
      'GET /prices': () => succeed({ now, changes: [], models: [] }),
      [chatsPath]: () => readKnown().then(() => chatsAnswer(2, part, [2])),
      [worksPath]: () => worksAnswer(2)
    })
    await loaded('Все чаты')
    await loaded('Все работы')
    expect(hrefsIn(await block('Последние чаты'))).toEqual(['/claude', '/claude?chat=1', '/claude?chat=2'])
    expect(hrefsIn(await block('Последние работы'))).toEqual([
      '/library',
      '/library?work=operation-1',
      '/library?work=operation-2'
    ])
    expect(screen.getByRole('link', { name: /^Чат 2/ }).textContent).toContain('Отвечает')
    expect(screen.getByRole('link', { name: /^Чат 1/ }).textContent).toMatch(/^Чат 1Claude · 5.мин назад$/)
    expect(
      calls()
        .filter((call) => [chatsPath, worksPath].includes(call))
        .toSorted()
    ).toEqual([chatsPath, worksPath])
  })

  test('keep their place for the next visit, and not for the next user', async () => {
    await open({ [chatsPath]: () => chatsAnswer(2), [worksPath]: () => worksAnswer(1) })
    await loaded('Все работы')
    await waitFor(() => expect(mark()).toEqual(['c1 c2 w1', 'c1 c2 w1']))
    act(leaveHere)
    expect([mark(), queryBlocks()]).toEqual([[undefined, null], []])
  })

  test('are left out where there are none', async () => {
    document.documentElement.dataset['recent'] = 'c1 w1'
    await open()
    await waitFor(() => expect(queryBlocks()).toEqual([]))
    expect(mark()).toEqual([undefined, null])
  })

  test('one is shown without the other', async () => {
    await open({ [chatsPath]: () => chatsAnswer(1) })
    await loaded('Все чаты')
    await waitFor(() => expect(queryBlocks()).toEqual(['Последние чаты']))
  })

  test('show a long name on one line and an empty one in words', async () => {
    const long = 'Очень длинное название чата '.repeat(20).trim()
    await open({
      [chatsPath]: () =>
        succeed({ items: [conversationOf(1, { title: long }), conversationOf(2, { title: ' ' })], total: 2 })
    })
    expect((await screen.findByText(long)).classList).toContain('truncate')
    expect(screen.getByRole('link', { name: /^Без названия/ })).toBeTruthy()
  })

  test.each([
    ['чаты', chatsPath, () => chatsAnswer(1), 'Все чаты'],
    ['работы', worksPath, () => worksAnswer(1), 'Все работы']
  ])('that could not be read say so, and are read again: %s', async (what, path, answer, all) => {
    let times = 0
    const { user } = await open({
      [path]: () => ((times += 1) === 1 ? refuse(400, { error: 'Нет' }) : answer())
    })
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toContain(`Не удалось загрузить ${what}`)
    await user.click(within(failure).getByRole('button', { name: 'Повторить' }))
    await loaded(all)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('are not asked for by visitors', () => {
    const { calls } = fakeApi({})
    openPages('/', { '/': <HomePage /> })
    expect([queryBlocks(), calls()]).toEqual([[], []])
    expect(screen.queryByRole('button', { name: 'Приложить файлы' })?.closest('.hidden')).toBeTruthy()
  })
})
