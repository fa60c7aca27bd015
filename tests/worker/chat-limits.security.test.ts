// Calls that cost no tokens still cost database work, so each user has a limit for them.
import { beforeEach, expect, test, vi } from 'vitest'
import { call, signUp } from '../support/worker/account.ts'
import { hashCheaply } from '../support/worker/hashing.ts'

hashCheaply()

const settings = { LIMIT_CHAT_WRITES_PER_MINUTE: '3' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
test('creating, renaming and adding messages share one limit; reading, deleting and other users are not limited', async () => {
  const { accessToken } = await signUp()
  const send = (method: string, path: string, body?: unknown, token = accessToken) =>
    call(`/api/chat/conversations${path}`, { method, accessToken: token, settings, ...(body ? { body } : {}) })
  const created = await send('POST', '', { service: 'chatgpt' })
  const { id } = (created.body.data as { conversation: { id: number } }).conversation
  expect((await send('POST', `/${id}/messages`, { content: 'вопрос' })).status).toBe(200)
  expect((await send('PUT', `/${id}`, { title: 'Имя' })).status).toBe(200)

  const refused = { status: 429, body: { code: 'RATE_LIMITED', retryAfter: 20 }, headers: { 'retry-after': '20' } }
  expect(await send('POST', '', { service: 'chatgpt' })).toMatchObject(refused)
  expect(await send('POST', `/${id}/messages`, { content: 'ещё' })).toMatchObject(refused)
  expect(await send('PUT', `/${id}`, { title: 'Другое' })).toMatchObject(refused)

  expect((await send('POST', '', { service: 'chatgpt' }, (await signUp()).accessToken)).status).toBe(200)
  expect((await send('GET', `/${id}/messages`)).body.data).toMatchObject({ messages: [{ content: 'вопрос' }] })
  expect((await send('DELETE', `/${id}`)).status).toBe(200)
})

test('asking for a link, which reads the whole chat, and deleting a folder, which goes through all chats, are limited too', async () => {
  const { accessToken } = await signUp()
  const send = (method: string, path: string, headers = {}) =>
    call(`/api/chat${path}`, { method, accessToken, settings, headers })
  const { body } = await call('/api/chat/conversations', {
    method: 'POST',
    accessToken,
    settings,
    body: { service: 'chatgpt' }
  })
  const { id } = (body.data as { conversation: { id: number } }).conversation
  const share = () => send('POST', `/conversations/${id}/shares`, { 'idempotency-key': crypto.randomUUID() })
  expect((await share()).body).toMatchObject({ code: 'NOTHING_TO_SHARE' })
  expect((await send('DELETE', '/folders/1')).body).toMatchObject({ code: 'NOT_FOUND' })
  expect((await share()).body).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await send('DELETE', '/folders/1')).body).toMatchObject({ code: 'RATE_LIMITED' })
})
