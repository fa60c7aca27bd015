// What the OpenAPI document says of the API under `/v1`, against what the Worker mounts. That each answer is as it says is checked in all
// tests that call it: tests/support/worker/checked-answers.ts.
import { expect, test } from 'vitest'
import { apiCalls } from '#contract/v1/calls.ts'
import { onRequest } from '#web/functions/api/_middleware.ts'
import { createApp as createChats } from '#worker/rooms/api.ts'
import { createApp as createWorks } from '#worker/rooms/api-works.ts'
import { newKey, sendToApi } from '../support/worker/api-clients.ts'
import { checkedAnswer, expectPromisedAnswers } from '../support/worker/checked-answers.ts'
import { newPerson } from '../support/worker/person.ts'

test('every call that the Worker answers is in the document, and no other', () => {
  const mounted = [createChats(), createWorks()]
    .flatMap(({ routes }) => routes)
    // No response is kept: what asks for one is told so.
    .filter(({ method, path }) => method !== 'ALL' && !path.startsWith('/v1/responses/'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '')}`)
  expect(apiCalls.map(({ call }) => call).toSorted()).toEqual(mounted.toSorted())
})

test('every call that reads answers as the document says', async () => {
  const person = await newPerson({ tokens: 10 })
  const key = await newKey(person.userId)
  for (const { call } of apiCalls.filter((one) => one.call.startsWith('GET '))) {
    const [method = '', path = ''] = call.split(' ')
    const response = await sendToApi(key.text, path.replace(':id', 'gpt-4o-mini'), { method })
    expect([call, response.status]).toEqual([call, path === '/v1/generation' ? 404 : 200])
    await response.json()
  }
  expect(() => expectPromisedAnswers()).not.toThrow()
})

test.each([
  ['a field that is not said', '/v1/credits', { data: { total_credits: 1, total_usage: 0, secret: 1 } }],
  ['a field that is missing', '/v1/credits', { data: { total_credits: 1 } }],
  ['a call that is not said', '/v1/files', {}]
])('%s is noticed', async (_, path, body) => {
  const request = new Request(`http://localhost${path}`)
  await checkedAnswer(request, Response.json(body)).json()
  expect(() => expectPromisedAnswers()).toThrow('contract/v1')
})

test('an event that is not said is noticed while the stream goes on', async () => {
  const request = new Request('http://localhost/v1/chat/completions', { method: 'POST', body: '{}' })
  const events = 'data: {"id":"x","choices":[]}\n\n'
  const response = new Response(events, { headers: { 'content-type': 'text/event-stream' } })
  expect(await checkedAnswer(request, response).text()).toBe(events)
  expect(() => expectPromisedAnswers()).toThrow('POST /v1/chat/completions')
})

test.each([
  ['GET', '/api', 'page'],
  ['HEAD', '/api/', 'page'],
  ['POST', '/api', 'call'],
  ['GET', '/api/v1', 'call'],
  ['GET', '/api/prices', 'call'],
  ['GET', '/api//prices', 'call'],
  ['GET', '/v1', 'call']
])('%s %s is a %s', async (method, path, who) => {
  const request = new Request(`http://localhost${path}`, { method })
  const context = {
    request,
    env: { API: { fetch: async () => new Response('call') } },
    next: async () => new Response('page')
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the function uses of it
  const answer = await onRequest(context as unknown as Parameters<typeof onRequest>[0])
  expect(await answer.text()).toBe(who)
})
