// Responses of the API without a network. Requests are recorded, and an unexpected one fails the test.
import { vi } from 'vitest'
import { mailToken } from '../support/mail-links.ts'
import { fileAtWork, isLate } from '../support/web/file-at-work.ts'

export interface Asked {
  method: string
  path: string
  headers: Headers
  body: unknown
  signal: AbortSignal | null
}

type Answer = (asked: Asked) => Response | Promise<Response>

/** Keys are `GET /user/tokens`, below `/api`. */
export type Answers = Record<string, Answer>

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

export const succeed = (data: unknown = {}): Response => json(200, { success: true, data })

export const refuse = (
  status: number,
  envelope: { error?: string; message?: string; code?: string; retryAfter?: number; data?: unknown } = {},
  headers: Record<string, string> = {}
): Response => json(status, { success: false, ...envelope }, headers)

/** Refused when it is asked for the first time. */
export function refusedOnce(answer: () => Response): Answer {
  let times = 0
  return () => ((times += 1) === 1 ? refuse(400, { error: 'Нет' }) : answer())
}

/** What pages ask for beside everything else, unless a test answers it: the prices are those of the catalogue. */
const aside: Record<string, unknown> = {
  get '/prices'() {
    return { now: Date.now(), changes: [], models: [] }
  },
  '/announcements': { announcements: [] },
  // Whether the link still works, which uses nothing up.
  '/auth/reset-password/good': {},
  [`/auth/reset-password/${mailToken}`]: {},
  '/auth/ways': { providers: [] },
  '/memory': { isOn: false, lines: [] },
  '/chat/conversations?limit=5': { items: [], total: 0 },
  '/library/works?limit=6&whole=6': { works: [], jobs: [], hasMore: false, total: 0, indexing: false, cut: false },
  '/user/invitation': { invitation: null }
}

/** Replaces `fetch`. */
export function fakeApi(answers: Answers) {
  const asked: Asked[] = []
  const owner = fileAtWork()
  const fetchSpy = vi.fn(async (url: string, init: RequestInit = {}) => {
    // As a browser does: nothing is sent for a page that is gone.
    init.signal?.throwIfAborted()
    const call: Asked = {
      method: init.method ?? 'GET',
      path: url.replace(/^\/api/, ''),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      signal: init.signal ?? null
    }
    if (isLate(`${call.method} ${call.path}`, owner)) return new Promise<Response>(() => undefined)
    const isAside = call.path in aside && !(`GET ${call.path}` in answers)
    if (isAside) return succeed(aside[call.path])
    asked.push(call)
    const answer = answers[`${call.method} ${call.path}`]
    if (!answer) throw new Error(`Nobody expected ${call.method} ${call.path}`)
    return answer(call)
  })
  vi.stubGlobal('fetch', fetchSpy)
  return { asked, calls: () => asked.map(({ method, path }) => `${method} ${path}`) }
}

export const tokenPair = (name: string) => ({ accessToken: `${name}-access`, refreshToken: `${name}-refresh` })

/** Tokens with a user id, like those of the server. */
export const tokensOwnedBy = (email: string, name = 'first') => ({
  accessToken: `header.${btoa(JSON.stringify({ sub: profileOf(email).id }))}.${name}`,
  refreshToken: `${email}-${name}-refresh`
})

export function keepTokens(name: string | ReturnType<typeof tokenPair>): void {
  const { accessToken, refreshToken } = typeof name === 'string' ? tokenPair(name) : name
  localStorage.setItem('accessToken', accessToken)
  localStorage.setItem('refreshToken', refreshToken)
}

export const profileOf = (email: string) => ({
  id: `id-of-${email}`,
  email,
  displayName: null,
  emailVerified: true,
  plan: 'free',
  createdAt: 1_795_000_000_000
})

export const accountOf = (tokens: number) => ({
  tokens,
  reservedTokens: 0,
  totalUsedTokens: 3,
  createdAt: 1_795_000_000_000
})

/** What every page of Anna asks for. */
export const sessionOf = (tokens = 7) => ({
  'GET /user/tokens': () => succeed(accountOf(tokens)),
  'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') })
})

/** The API for Anna, whose tokens the browser has kept. */
export function signedInApi(answers: Answers = {}, tokens?: number) {
  keepTokens('anna')
  return fakeApi({ ...sessionOf(tokens), ...answers })
}

/** The next call with this method meets a limit; those after it are answered as before. */
export function refuseNext(method: string): void {
  const working = globalThis.fetch
  let isNext = true
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!isNext || init.method !== method) return working(url, init)
    isNext = false
    return Promise.resolve(refuse(429, { error: 'Слишком часто', code: 'RATE_LIMITED' }))
  })
}

export const bearerOf = ({ headers }: Asked): string | null => headers.get('authorization')
