// Text answers over HTTP, as clients see them.
import { describe, expect, test } from 'vitest'
import type { UsageRecord } from '#contract/wallet.ts'
import { parseEvents, textOf } from '../support/worker/asking.ts'
import { answered, dataOf, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'

const stream = { accept: 'text/event-stream' }
const body = { prompt: 'Кратко: что такое радуга?', model: 'gpt-4o-mini' }
const balanceOf = async (person: Person) => dataOf<{ tokens: number }>(await person.send('GET', '/user/tokens'))

async function newConversation(person: Person): Promise<number> {
  const { conversation } = await dataOf<{ conversation: { id: number } }>(
    await person.send('POST', '/chat/conversations', { service: 'chatgpt', model: 'gpt-4o-mini' })
  )
  return conversation.id
}

const place = (of: Person, id: string) => of.send('GET', `/chat/operations/${id}`)

test('an operation leads to the conversation in which it was asked, while it runs and later', async () => {
  const person = await newPerson({ tokens: 20 })
  const other = await newPerson({ tokens: 20 })
  const conversationId = await newConversation(person)
  await newConversation(person)
  const id = crypto.randomUUID()
  const asked = { ...body, prompt: 'Подробно о дожде [сбой:молчание]', conversationId }
  const running = await person.send('POST', '/ai/text/chatgpt', asked, { ...stream, 'idempotency-key': id })
  expect(await dataOf(await place(person, id))).toEqual({ conversation_id: conversationId })
  const runningIn = async () =>
    (await dataOf<{ running: number[] }>(await person.send('GET', '/chat/conversations'))).running
  expect(await runningIn()).toEqual([conversationId])
  expect(await balanceOf(person)).toMatchObject({ tokens: 15, reservedTokens: 5, totalUsedTokens: 0 })
  await person.send('DELETE', `/ai/text/answers/${id}`)
  expect(await runningIn()).toEqual([])
  await running.body?.cancel()
  expect(await dataOf(await place(person, id))).toEqual({ conversation_id: conversationId })
  expect(await answered(await place(other, id))).toMatchObject({ status: 404 })
  await person.send('DELETE', `/chat/conversations/${conversationId}`)
  expect(await answered(await place(person, id))).toMatchObject({ status: 404 })
})

describe('a JSON answer', () => {
  test.each([
    ['chatgpt', 'gpt-4o-mini', 5, 'gpt-6-luna'],
    ['chat-gpt', 'gpt-3.5-turbo', 3, 'gpt-6-luna'],
    ['claude', 'claude-3-haiku', 1, 'claude-haiku-5-5'],
    ['xai', 'grok-2', 3, 'grok-4.3']
  ])('%s with %s costs %i and names %s as the upstream model', async (service, model, price, upstreamModel) => {
    const person = await newPerson({ tokens: 20 })
    const data = await dataOf<Record<string, unknown>>(
      await person.send('POST', `/ai/text/${service}`, { prompt: body.prompt, model })
    )
    expect(data).toEqual({
      result: { content: expect.stringMatching(/\S/) },
      generatedText: (data['result'] as { content: string }).content,
      billing: { siteTokens: price, usdWithMarkup: expect.any(Number) },
      operationId: expect.any(String),
      model,
      upstreamModel,
      outcome: 'complete',
      balance: 20 - price
    })
    expect(await balanceOf(person)).toMatchObject({ tokens: 20 - price, reservedTokens: 0, totalUsedTokens: price })
  })

  test('without enough tokens answers 402 with the missing tokens', async () => {
    const person = await newPerson({ tokens: 2 })
    expect(await answered(await person.send('POST', '/ai/text/chatgpt', body))).toEqual({
      status: 402,
      success: false,
      data: { availableTokens: 2, missingTokens: 3, priceTokens: 5, packageId: 'tokens-100' },
      message: null,
      error: 'Insufficient tokens',
      code: 'INSUFFICIENT_TOKENS'
    })
  })

  test.each([
    ['an empty prompt', { prompt: '  ' }, 'VALIDATION_FAILED'],
    ['a price of the client', { ...body, model: 'gpt-9', price: 1 }, 'UNKNOWN_MODEL'],
    ['a model of another service', { ...body, model: 'grok-2' }, 'UNKNOWN_MODEL'],
    ['a negative limit', { ...body, maxTokens: -1 }, 'VALIDATION_FAILED'],
    ['not JSON', '{', 'BAD_REQUEST'],
    ['a list', '[]', 'BAD_REQUEST']
  ])('to %s is 400 and changes nothing', async (_, sent, code) => {
    const person = await newPerson({ tokens: 20 })
    expect(await answered(await person.send('POST', '/ai/text/chatgpt', sent))).toMatchObject({ status: 400, code })
    expect(await balanceOf(person)).toMatchObject({ tokens: 20, reservedTokens: 0 })
  })

  test('of a caller who has signed out is 401, whatever the request holds', async () => {
    const person = await newPerson({ tokens: 20 })
    await person.send('POST', '/auth/logout', {})
    for (const sent of [body, { ...body, model: 'gpt-9' }, { prompt: '' }])
      expect(await answered(await person.send('POST', '/ai/text/chatgpt', sent))).toMatchObject({ status: 401 })
  })

  test('from a model outside the plan is 403; after a purchase it works', async () => {
    const asked = { prompt: body.prompt, model: 'gpt-4o' }
    const refused = await answered(await (await newPerson({ tokens: 20 })).send('POST', '/ai/text/chatgpt', asked))
    expect(refused).toMatchObject({ status: 403, code: 'MODEL_NOT_IN_PLAN' })
    const buyer = await newPerson({ tokens: 20, paid: true })
    expect(await answered(await buyer.send('POST', '/ai/text/chatgpt', asked))).toMatchObject({ status: 200 })
  })

  test('that fails upstream is an error without a charge', async () => {
    const person = await newPerson({ tokens: 20 })
    const response = await person.send('POST', '/ai/text/chatgpt', { ...body, prompt: 'Привет [сбой:429]' })
    expect(response.headers.get('retry-after')).toBe('3')
    expect(await answered(response)).toMatchObject({ status: 429, code: 'PROVIDER_BUSY', retryAfter: 3 })
    expect(await balanceOf(person)).toMatchObject({ tokens: 20, reservedTokens: 0 })
  })

  test('with the same key is the same answer; with another body it is 422', async () => {
    const person = await newPerson({ tokens: 20 })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await answered(await person.send('POST', '/ai/text/chatgpt', body, key))
    expect(await answered(await person.send('POST', '/ai/text/chatgpt', body, key))).toEqual(first)
    const other = await person.send('POST', '/ai/text/chatgpt', { ...body, prompt: 'Другое' }, key)
    expect(await answered(other)).toMatchObject({ status: 422, code: 'IDEMPOTENCY_MISMATCH' })
    expect(await balanceOf(person)).toMatchObject({ tokens: 15 })
  })
})

describe('a streamed answer', () => {
  test('is saved in its conversation, and the model gets the earlier turns', async () => {
    const person = await newPerson({ tokens: 30 })
    const conversationId = await newConversation(person)
    for (const turn of [1, 2]) {
      const response = await person.send('POST', '/ai/text/chatgpt', { ...body, conversationId }, stream)
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const text = textOf(parseEvents(await response.text()))
      if (turn === 2) expect(text).toMatch(/предыдущих сообщений: 2/)
    }
    const { messages } = await dataOf<{ messages: { role: string; operation_id: string }[] }>(
      await person.send('GET', `/chat/conversations/${conversationId}/messages`)
    )
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(messages[0]?.operation_id).toBe(messages[1]?.operation_id)
  })

  test('without a conversation answers only the prompt and saves nothing', async () => {
    const person = await newPerson({ tokens: 30 })
    await (await person.send('POST', '/ai/text/chatgpt', body, stream)).text()
    expect(await dataOf(await person.send('GET', '/chat/conversations'))).toEqual({ items: [], total: 0, running: [] })
  })

  test('can be joined and read by its owner, and is 404 for others', async () => {
    const [owner, stranger] = [await newPerson({ tokens: 30 }), await newPerson({ tokens: 30 })]
    const id = crypto.randomUUID()
    const first = await owner.send('POST', '/ai/text/chatgpt', body, { ...stream, 'idempotency-key': id })
    const whole = await first.text()
    const rejoined = await owner.send('GET', `/ai/text/answers/${id}`, undefined, { ...stream, 'last-event-id': '1' })
    expect(whole.endsWith(await rejoined.text())).toBe(true)
    expect(await dataOf(await owner.send('GET', `/ai/text/answers/${id}`))).toMatchObject({
      state: 'finished',
      content: textOf(parseEvents(whole))
    })
    for (const [method, headers] of [
      ['GET', stream],
      ['GET', {}],
      ['DELETE', {}]
    ] as const) {
      const foreign = await stranger.send(method, `/ai/text/answers/${id}`, undefined, headers)
      expect(await answered(foreign)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
  })

  test('can be stopped, and reports its charge', async () => {
    const person = await newPerson({ tokens: 30 })
    const id = crypto.randomUUID()
    const prompt = 'Подробно о реках [сбой:молчание]'
    const response = await person.send(
      'POST',
      '/ai/text/chatgpt',
      { ...body, prompt },
      { ...stream, 'idempotency-key': id }
    )
    const reader = response.body!.getReader()
    await reader.read()
    const stopped = await dataOf<{ settlement: { chargedTokens: number; returnedTokens: number } }>(
      await person.send('DELETE', `/ai/text/answers/${id}`)
    )
    const { chargedTokens, returnedTokens } = stopped.settlement
    expect(stopped).toMatchObject({ outcome: 'stopped', billing: { siteTokens: chargedTokens } })
    expect(chargedTokens + returnedTokens).toBe(5)
    expect(await balanceOf(person)).toMatchObject({ tokens: 30 - chargedTokens })
    await reader.cancel()
  })
})

test('fifty requests at once with a balance for 7 are exactly 7 answers and 43 refusals', async () => {
  const person = await newPerson({ tokens: 7 * 5 + 4 })
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      person.send('POST', '/ai/text/chatgpt', { ...body, prompt: `Кратко: число ${index}` })
    )
  )
  const statuses = responses.map(({ status }) => status)
  await Promise.all(responses.map((response) => response.text()))
  expect([
    statuses.filter((status) => status === 200).length,
    statuses.filter((status) => status === 402).length
  ]).toEqual([7, 43])
  expect(await balanceOf(person)).toMatchObject({ tokens: 4, reservedTokens: 0 })
})

test('the history adds up to the visible balance, and a failed operation is a row without a cost', async () => {
  const person = await newPerson({ tokens: 30 })
  await dataOf(await person.send('POST', '/ai/text/chatgpt', body))
  await person.send('POST', '/ai/text/chatgpt', { ...body, prompt: 'Привет [сбой:500]' })
  await expect
    .poll(async () => (await dataOf<{ usage: UsageRecord[] }>(await person.send('GET', '/ai/usage'))).usage.length)
    .toBe(3)
  const { usage } = await dataOf<{ usage: UsageRecord[] }>(await person.send('GET', '/ai/usage'))
  expect(
    usage.map(({ service, cost_in_tokens, returned_tokens, outcome, balance_after }) => [
      service,
      cost_in_tokens,
      returned_tokens,
      outcome,
      balance_after
    ])
  ).toEqual([
    ['chatgpt', 0, 5, 'failed', 25],
    ['chatgpt', 5, 0, 'complete', 25],
    ['bonus', -30, 0, 'credited', 30]
  ])
  const { tokens } = await balanceOf(person)
  expect(-usage.reduce((sum, row) => sum + row.cost_in_tokens, 0)).toBe(tokens)
})

test('a visitor is refused before the body is parsed', async () => {
  expect(await answered(await sendAsVisitor('POST', '/ai/text/chatgpt', '{'))).toMatchObject({
    status: 401,
    code: 'UNAUTHORIZED',
    error: 'Необходимо войти в систему'
  })
})
