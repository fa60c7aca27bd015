// What the first script reads for a chat that the address opens.
import { expect, test } from 'vitest'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { messagesKey } from '#web/src/base/http/query-keys.ts'
import { sessionState } from '#web/src/base/session/session-store.ts'
import { readOpened } from '#web/src/chat/conversations/read-opened.ts'
import { accountOf, type Answers, fakeApi, keepTokens, profileOf, refuse, succeed, tokensOwnedBy } from '../fake-api.ts'
import { messageOf } from './chat-server.ts'

function open(address: string, answers: Answers = {}) {
  keepTokens(tokensOwnedBy('anna@example.ru'))
  const server = fakeApi({
    'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') }),
    'GET /user/tokens': () => succeed(accountOf(7)),
    'GET /chat/conversations/5/messages?limit=100': () => succeed({ messages: [messageOf(1, 'user')], hasMore: false }),
    ...answers
  })
  return { server, read: readOpened(new URLSearchParams(address)) }
}

const kept = () => queryClient.getQueryData(messagesKey(5))

test('the messages and the user are there when the page is drawn', async () => {
  await open('chat=5').read
  expect(kept()).toMatchObject({ pages: [{ messages: [{ id: 1 }] }] })
  expect(sessionState().user?.email).toBe('anna@example.ru')
})

test('an address without a chat reads nothing', async () => {
  const { server, read } = open('open=1')
  await read
  expect(server.calls()).toEqual([])
})

test('a visitor reads nothing', async () => {
  const { server, read } = open('chat=5')
  localStorage.clear()
  await read
  const before = server.calls().length
  await readOpened(new URLSearchParams('chat=6'))
  expect(server.calls()).toHaveLength(before)
})

test('messages that cannot be read hold up nothing', async () => {
  await open('chat=5', { 'GET /chat/conversations/5/messages?limit=100': () => refuse(404, { error: 'Не найдено' }) })
    .read
  expect(kept()).toBeUndefined()
  expect(sessionState().user?.email).toBe('anna@example.ru')
})

test('the messages of one user are not kept for another one who signs in meanwhile', async () => {
  await open('chat=5', {
    'GET /auth/profile': () => {
      keepTokens(tokensOwnedBy('boris@example.ru', 'second'))
      return succeed({ user: profileOf('boris@example.ru') })
    }
  }).read
  expect(sessionState().user?.email).toBe('boris@example.ru')
  expect(kept()).toBeUndefined()
})
