import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { closeCodes } from '#contract/live-socket.ts'
import { newPerson } from '../support/worker/person.ts'
import { heardBy, type LivePage, newTicket, openPage, openWith } from '../support/worker/socket.ts'
import { giveTokens } from '../support/worker/tokens.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The last of 43 characters holds four bits of 32 bytes and two that say nothing. */
const spareBitsChanged = (ticket: string) =>
  ticket.slice(0, -1) + alphabet.charAt(alphabet.indexOf(ticket.slice(-1)) + 1)

describe('a socket is refused', () => {
  test.each([
    ['without an Origin', {}, 403],
    ['to a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['to the null Origin', { origin: 'null' }, 403],
    ['to an Origin that only begins like ours', { origin: `${env.SITE_ORIGIN}.evil.example` }, 403],
    ['to a request that asks for no socket', { origin: env.SITE_ORIGIN, upgrade: 'h2c' }, 400]
  ])('%s', async (_, headers, status) => {
    const response = await openWith(await newTicket(await newPerson()), headers)
    expect([response.status, response.webSocket]).toEqual([status, null])
  })

  test.each([
    ['nothing', () => ''],
    ['noise', () => 'x'.repeat(10_000)],
    ['a ticket of another user', (ticket: string) => ticket.replace(/^[^.]+/, crypto.randomUUID())],
    ['a ticket with another signature', (ticket: string) => ticket.replace(/[^.]+$/, 'A'.repeat(43))],
    ['a ticket whose signature has other spare bits', (ticket: string) => spareBitsChanged(ticket)],
    ['a ticket without its signature', (ticket: string) => ticket.replace(/\.[^.]+$/, '')]
  ])('for %s instead of a ticket', async (_, forge) => {
    const response = await openWith(forge(await newTicket(await newPerson())))
    expect([response.status, response.webSocket]).toEqual([401, null])
  })

  test('for a used ticket', async () => {
    const ticket = await newTicket(await newPerson())
    const first = await openWith(ticket)
    first.webSocket?.accept()
    expect(first.status).toBe(101)
    expect((await openWith(ticket)).status).toBe(401)
  })

  test('to all but one of several uses of a ticket at the same time', async () => {
    const ticket = await newTicket(await newPerson())
    const responses = await Promise.all([1, 2, 3, 4].map(() => openWith(ticket)))
    for (const { webSocket } of responses) webSocket?.accept()
    expect(responses.map(({ status }) => status).toSorted()).toEqual([101, 401, 401, 401])
  })

  test('for a ticket older than half a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const ticket = await newTicket(await newPerson())
    vi.setSystemTime(Date.now() + 31_000)
    expect((await openWith(ticket)).status).toBe(401)
  })

  test('for a ticket whose session has ended', async () => {
    const person = await newPerson()
    const ticket = await newTicket(person)
    await person.send('POST', '/auth/logout', {})
    await expect.poll(async () => (await openWith(ticket)).status).toBe(401)
  })
})

test.each([
  ['text', 'hello'],
  ['a command that is no ping', JSON.stringify({ type: 'balance', tokens: 1_000_000 })],
  ['binary noise', new Uint8Array([0, 255, 1]).buffer],
  ['a megabyte', 'x'.repeat(1_000_000)]
])('a page that sends %s is disconnected', async (_, message) => {
  const page = await openPage(await newPerson())
  page.socket.send(message)
  await expect.poll(page.closed).not.toBeNull()
})

test('a user may hold ten sockets; the eleventh closes the oldest', async () => {
  const person = await newPerson()
  const pages: LivePage[] = []
  for (let count = 0; count < 11; count++) pages.push(await openPage(person))
  await expect.poll(() => pages[0]?.closed()).toBe(closeCodes.tooMany)
  await giveTokens(person.userId, 1)
  await Promise.all(pages.slice(1).map((page) => heardBy(page, 'balance')))
})

test('on the host of the API the path has no prefix', async () => {
  const response = await openWith(await newTicket(await newPerson()), undefined, '')
  response.webSocket?.accept()
  expect(response.status).toBe(101)
})
