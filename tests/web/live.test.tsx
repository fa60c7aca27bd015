import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { closeCodes, livePing } from '#contract/live-socket.ts'
import { accountOf, type Answers, refuse, signedInApi, succeed } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { memoryKey, messagesKey } from '#web/src/base/http/query-keys.ts'
import { useSession } from '#web/src/base/session/session.tsx'
import { LiveConnection } from '#web/src/base/live/live-connection.tsx'

/** The browser's WebSocket, controlled by the test. */
class FakeSocket extends EventTarget {
  static readonly all: FakeSocket[] = []
  readyState = 0
  binaryType = 'blob'
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.all.push(this)
  }
  send() {}
  close(code = 1000) {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  hear(message: LiveMessage | string) {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    act(() => void this.dispatchEvent(new MessageEvent('message', { data })))
  }
}

const balance = (tokens: number, seq: number): LiveMessage => ({
  type: 'balance',
  tokens,
  reservedTokens: 0,
  totalUsedTokens: 0,
  seq
})

let tokens = 7
let tickets = 0

beforeEach(() => {
  tokens = 7
  tickets = 0
  FakeSocket.all.length = 0
  vi.stubGlobal('WebSocket', FakeSocket)
})

const Balance = () => {
  const { status, user } = useSession()
  return <p>{`${status} ${user?.tokens ?? '-'}`}</p>
}

async function openPage(answers: Answers = {}) {
  const api = signedInApi({
    'GET /user/tokens': () => succeed(accountOf(tokens)),
    'POST /live/ticket': () => succeed({ ticket: `ticket-${++tickets}`, expiresAt: 1 }),
    ...answers
  })
  const page = renderAt(
    '/',
    <>
      <LiveConnection />
      <Balance />
    </>
  )
  await screen.findByText('signed-in 7')
  const socket = await waitFor(() => {
    const last = FakeSocket.all.at(-1)
    if (!last) throw new Error('No socket was opened')
    return last
  })
  act(() => socket.open())
  return { ...api, socket, page }
}

it('the page opens one socket with its own ticket', async () => {
  const { socket } = await openPage()
  expect(socket.url).toMatch(/^ws:.*\/api\/live\?ticket=ticket-1$/)
  expect(FakeSocket.all).toHaveLength(1)
})

it('a balance message sets the balance, and a late one is ignored', async () => {
  const { socket } = await openPage()
  socket.hear(balance(3, 12))
  socket.hear(balance(100, 11))
  expect(screen.getByText('signed-in 3')).toBeTruthy()
})

it('the page reads again what another device has changed and, after a gap, what it may have missed', async () => {
  // Otherwise the page would wait longer before it connects again.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const known = messagesKey(5)
  const { socket, page } = await openPage()
  const isOld = () => page.queries.getQueryState(known)?.isInvalidated
  page.queries.setQueryData(known, { pages: [] })
  socket.hear({ type: 'conversation', id: 6, change: 'shown' })
  expect(isOld()).toBe(false)
  for (const change of ['shown', 'deleted'] as const) {
    page.queries.setQueryData(known, { pages: [] })
    socket.hear({ type: 'conversation', id: 5, change })
    expect(isOld()).toBe(true)
  }
  page.queries.setQueryData(known, { pages: [] })
  socket.hear({ type: 'conversations', ids: [6, 5] })
  expect(isOld()).toBe(true)
  page.queries.setQueryData(known, { pages: [] })
  tokens = 50
  act(() => socket.close(1006))
  await waitFor(() => expect(FakeSocket.all).toHaveLength(2))
  act(() => FakeSocket.all[1]?.open())
  await screen.findByText('signed-in 50')
  expect(FakeSocket.all[1]?.url).toMatch(/ticket-2$/)
  await waitFor(() => expect(isOld()).toBe(true))
})

it('the page reads the memory again when it was changed elsewhere, and after a gap', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { socket, page } = await openPage()
  const know = () => void page.queries.setQueryData(memoryKey, { isOn: true, lines: [] })
  const isOld = () => page.queries.getQueryState(memoryKey)?.isInvalidated
  know()
  socket.hear({ type: 'memory' })
  expect(isOld()).toBe(true)
  know()
  act(() => socket.close(1006))
  await waitFor(() => expect(FakeSocket.all).toHaveLength(2))
  act(() => FakeSocket.all[1]?.open())
  await waitFor(() => expect(isOld()).toBe(true))
})

it('the page reads the plan again when Premium begins or ends', async () => {
  const { socket, calls } = await openPage()
  const profiles = () => calls().filter((call) => call === 'GET /auth/profile').length
  const before = profiles()
  socket.hear({ type: 'subscription', planId: 'premium' })
  await waitFor(() => expect(profiles()).toBe(before + 1))
})

it.each([
  ['noise', '{"type": '],
  ['a message of a newer server', '{"type":"weather","rain":true}'],
  ['a balance that is no number', '{"type":"balance","tokens":"много","seq":99}']
])('the page ignores %s', async (_, text) => {
  const { socket } = await openPage()
  socket.hear(text)
  expect(screen.getByText('signed-in 7')).toBeTruthy()
})

it('the page signs out when the session has ended elsewhere, and does not reconnect', async () => {
  let ended = false
  const { socket } = await openPage({
    'GET /user/tokens': () => (ended ? refuse(401) : succeed(accountOf(tokens))),
    'POST /auth/refresh': () => refuse(401)
  })
  ended = true
  socket.hear({ type: 'session-ended', sessionId: 'session-1' })
  act(() => socket.close(closeCodes.sessionEnded))
  await screen.findByText('signed-out -')
  expect(FakeSocket.all).toHaveLength(1)
})

it('the page sends no request when another tab of this browser has signed out', async () => {
  const { socket, calls } = await openPage()
  const asked = () => calls().filter((call) => call === 'GET /user/tokens').length
  // One read when the page starts, one after the connect.
  await waitFor(() => expect(asked()).toBeGreaterThanOrEqual(2))
  const before = asked()
  vi.useFakeTimers()
  socket.hear({ type: 'session-ended', sessionId: 'session-1' })
  localStorage.clear()
  await act(() => vi.runOnlyPendingTimersAsync())
  vi.useRealTimers()
  expect(asked()).toBe(before)
})

it('the user stays signed in when the message says that the session ended, but the server still accepts it', async () => {
  const { socket } = await openPage()
  tokens = 8
  socket.hear({ type: 'session-ended', sessionId: 'session-1' })
  await screen.findByText('signed-in 8')
})

const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))

it('a channel that died while its page was asleep is opened again soon after the return, and one that answers is kept', async () => {
  const { socket } = await openPage()
  const sent = vi.spyOn(socket, 'send')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    comeBack()
    expect(sent.mock.calls).toEqual([[livePing]])
    socket.hear({ type: 'pong' })
    await vi.advanceTimersByTimeAsync(8000)
    expect(FakeSocket.all).toHaveLength(1)
    comeBack()
    await vi.advanceTimersByTimeAsync(4000)
    expect(FakeSocket.all).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})
