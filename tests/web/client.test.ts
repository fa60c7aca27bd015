import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readProfile, revokeSession, updateProfile } from '#contract/profile.ts'
import { login } from '#contract/sign-in.ts'
import { listConversations } from '#contract/chats.ts'
import { readTokens } from '#contract/wallet.ts'
import { ApiError, call, failureOf } from '#web/src/base/session/client.ts'
import { errorText } from '#web/src/base/http/error-text.ts'
import { accountOf, bearerOf, fakeApi, keepTokens, profileOf, refuse, succeed, tokenPair } from './fake-api.ts'

beforeEach(() => {
  keepTokens('anna')
})

const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason
  )
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`)
  return error
}

describe('a call', () => {
  it('sends a bearer token and a random request id, and no body for a GET', async () => {
    const { asked } = fakeApi({ 'GET /user/tokens': () => succeed(accountOf(7)) })
    await call(readTokens, {})
    await call(readTokens, {})
    expect(asked.map(bearerOf)).toEqual(['Bearer anna-access', 'Bearer anna-access'])
    expect(asked.map(({ body }) => body)).toEqual([null, null])
    const ids = asked.map(({ headers }) => headers.get('x-request-id') ?? '')
    expect(ids[0]).toMatch(/^[\w-]{16,}$/)
    expect(new Set(ids).size).toBe(2)
  })

  it('puts path parameters into the path, the rest of a GET into the query', async () => {
    const { calls } = fakeApi({
      'DELETE /user/sessions/a%2Fb': () => succeed({ ended: 1 }),
      'GET /chat/conversations?limit=5&service=claude': () => succeed({ items: [], total: 0 })
    })
    await call(revokeSession, { id: 'a/b' })
    await call(listConversations, { limit: 5, service: 'claude', offset: undefined })
    expect(calls()).toEqual(['DELETE /user/sessions/a%2Fb', 'GET /chat/conversations?limit=5&service=claude'])
  })

  it('puts the rest of a PUT into a JSON body', async () => {
    const { asked } = fakeApi({ 'PUT /user/profile': () => succeed({ user: profileOf('a@b.ru') }) })
    await call(updateProfile, { displayName: 'Анна' })
    expect(asked[0]?.body).toEqual({ displayName: 'Анна' })
    expect(asked[0]?.headers.get('content-type')).toBe('application/json')
  })

  it('of a user who has left is not sent', async () => {
    const { calls } = fakeApi({})
    localStorage.clear()
    expect(await failure(call(readTokens, {}))).toMatchObject({ code: 'SESSION_LOST', status: 401 })
    expect(calls()).toEqual([])
  })

  it('sends no bearer to a public call', async () => {
    const { asked } = fakeApi({ 'POST /auth/login': () => succeed({ tokens: tokenPair('boris') }) })
    await call(login, { email: 'b@b.ru', password: 'x' })
    expect(asked.map(bearerOf)).toEqual([null])
  })
})

const messageOf = async (response: Response) => {
  fakeApi({ 'GET /user/tokens': () => response })
  return (await failure(call(readTokens, {}))).message
}

const networkFailing = (reason: unknown) => {
  fakeApi({ 'GET /user/tokens': () => Promise.reject(reason) })
  return failure(call(readTokens, {}))
}

describe('the error of a failed call', () => {
  it('takes its text from `error`, else `message`, else the status', async () => {
    expect(await messageOf(refuse(409, { error: 'Ошибка', message: 'Сообщение' }))).toBe('Ошибка')
    expect(await messageOf(refuse(409, { message: 'Сообщение' }))).toBe('Сообщение')
    expect(await messageOf(refuse(418))).toBe('HTTP 418')
  })

  it('lists the refused fields of a 400, and only of a 400', async () => {
    const details = [
      { path: 'email', msg: 'Email обязателен' },
      { path: 'password', msg: 'Пароль обязателен' }
    ]
    const envelope = { error: 'Проверьте введённые данные', data: { details } }
    expect(await messageOf(refuse(400, envelope))).toBe('email: Email обязателен, password: Пароль обязателен')
    expect(await messageOf(refuse(422, envelope))).toBe('Проверьте введённые данные')
    expect(await messageOf(refuse(400, { error: 'Нет', data: { details: [] } }))).toBe('Нет')
  })

  it('has a fixed text for an unreadable body, whatever the status', async () => {
    expect(await messageOf(new Response('<html>', { status: 502 }))).toBe('Invalid response format')
    expect(await messageOf(new Response('', { status: 200 }))).toBe('Invalid response format')
    expect(await messageOf(Response.json([1, 2]))).toBe('Invalid response format')
    expect(await messageOf(succeed({ tokens: 'семь' }))).toBe('Invalid response format')
  })

  it('has the text of the network error, else a fixed one', async () => {
    expect(await networkFailing(new TypeError('Failed to fetch'))).toMatchObject({
      message: 'Failed to fetch',
      status: 0
    })
    expect(await networkFailing(new TypeError(''))).toMatchObject({ message: 'Network error', code: 'NETWORK' })
  })

  it('is thrown for a 200 whose envelope reports no success', async () => {
    expect(await messageOf(Response.json({ success: false, error: 'Нет' }))).toBe('Нет')
  })

  it('has the code, the status and the seconds to wait, from the body or the header', async () => {
    fakeApi({ 'GET /user/tokens': () => refuse(429, { error: 'Стоп', code: 'RATE_LIMITED', retryAfter: 12 }) })
    const limited = await failure(call(readTokens, {}))
    expect({ ...limited, message: limited.message }).toEqual({
      name: 'ApiError',
      message: 'Стоп',
      code: 'RATE_LIMITED',
      status: 429,
      retryAfter: 12
    })
    fakeApi({ 'GET /user/tokens': () => refuse(429, { error: 'Стоп' }, { 'retry-after': '5' }) })
    expect(await failure(call(readTokens, {}))).toMatchObject({ retryAfter: 5, code: 'HTTP_429' })
  })

  it('is the same for a response that was fetched as a stream', async () => {
    const error = await failureOf(refuse(402, { error: 'Insufficient tokens', code: 'INSUFFICIENT_TOKENS' }))
    expect(error).toMatchObject({ name: 'ApiError', message: 'Insufficient tokens', code: 'INSUFFICIENT_TOKENS' })
    expect(await failureOf(new Response('oops', { status: 500 }))).toMatchObject({ code: 'INVALID_RESPONSE' })
  })

  it("is not made from the caller's own abort", async () => {
    const abort = new AbortController()
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      abort.abort()
      return Promise.reject(signal?.reason)
    })
    await expect(call(readProfile, {}, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

const error = (code: string, message: string, extra = {}) => new ApiError(message, { code, status: 400, ...extra })

describe('the text for the user', () => {
  it('is Russian for failures that the browser found itself', () => {
    expect(errorText(error('NETWORK', 'Failed to fetch'))).toBe(
      'Нет связи с сервером. Проверьте интернет и попробуйте ещё раз'
    )
    expect(errorText(error('INVALID_RESPONSE', 'Invalid response format'))).toBe(
      'Сервер ответил непонятно. Попробуйте ещё раз'
    )
  })

  it('names the seconds of a rate limit, the texts of refused fields, else the text of the server', () => {
    expect(errorText(error('RATE_LIMITED', 'Стоп', { retryAfter: 7 }))).toBe(
      'Слишком много запросов. Подождите 7 секунд.'
    )
    expect(errorText(error('VALIDATION_FAILED', 'email: Нет', { details: [{ path: 'email', msg: 'Нет' }] }))).toBe(
      'Нет'
    )
    expect(errorText(error('INVALID_CREDENTIALS', 'Неверный email или пароль'))).toBe('Неверный email или пароль')
  })

  it('is the fallback for errors that are not of the API', () => {
    expect(errorText(new Error('boom'), 'Ошибка входа')).toBe('Ошибка входа')
    expect(errorText(undefined)).toBe('Неизвестная ошибка')
  })
})
