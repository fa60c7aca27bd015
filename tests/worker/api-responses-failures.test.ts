// How calls of `/v1/responses` end other than well, and what that costs.
import OpenAI from 'openai'
import type { ResponseStreamEvent } from 'openai/resources/responses/responses'
import { expect, test, vi } from 'vitest'
import { costOf, meteringOf, newCaller } from '../support/worker/api-caller.ts'

const model = 'gpt-4o-mini'

const apiError = (error: unknown) => {
  if (error instanceof OpenAI.APIError) return { status: error.status, code: error.code, param: error.param }
  throw error
}

test('an answer that its bound cuts is incomplete', async () => {
  const { client } = await newCaller()
  const answer = await client.responses.create({
    model,
    input: 'Подробно расскажи о лесе',
    max_output_tokens: 24,
    reasoning: { effort: 'none' }
  })
  expect(answer).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
})

test('a refusal in words is complete, says so, and is paid like any text', async () => {
  const { client } = await newCaller()
  const stream = client.responses.stream({ model, input: 'Кратко [сбой:отказ]' })
  const { status, output, usage } = await stream.finalResponse()
  expect(status).toBe('completed')
  expect(output).toMatchObject([{ content: [{ type: 'output_text' }] }, { content: [{ type: 'refusal' }] }])
  expect(costOf(usage)).toBeGreaterThan(0)
})

test.each([
  ['[сбой:500]', 502, 'upstream_failed'],
  ['[сбой:429]', 429, 'overloaded'],
  ['[сбой:модерация]', 400, 'content_policy_violation'],
  ['[сбой:пустой-ответ]', 502, 'empty_answer']
])('%s before a word is status %s, and free', async (fault, status, code) => {
  const { person, client } = await newCaller()
  for (const stream of [false, true]) {
    const asked = client.responses.create({ model, input: `Кратко ${fault}`, stream })
    expect(apiError(await asked.catch((reason: unknown) => reason))).toMatchObject({ status, code })
  }
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, openCalls: 0, spentMicros: 0 })
})

test.each([
  ['[сбой:ошибка-в-потоке]', 'server_error'],
  ['[сбой:обрыв]', 'server_error']
])('%s after the first word comes as a failed response, and is free', async (fault, code) => {
  const { person, client } = await newCaller()
  const asked = { model, input: `Расскажи о лесе ${fault}`, stream: true as const }
  const stream = await client.responses.create(asked)
  const events: ResponseStreamEvent[] = []
  const failed = await (async () => {
    for await (const event of stream) events.push(event)
  })().then(() => null, apiError)
  expect(failed).toMatchObject({ code })
  expect(events.some(({ type }) => type === 'response.output_text.delta')).toBe(true)
  const body = await (await client.responses.create(asked).asResponse()).text()
  const [last = ''] = body.trim().split('\n\n').slice(-1)
  expect(JSON.parse(last.slice(last.indexOf('{')))).toMatchObject({
    type: 'response.failed',
    response: { status: 'failed', error: { code, message: expect.any(String) }, output: [{ status: 'incomplete' }] }
  })
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, spentMicros: 0 })
})

test('a client that leaves pays for what it has got', async () => {
  const { person, client } = await newCaller()
  const asked = 'Подробно расскажи о лесе [сбой:медленный-поток]'
  let words = 0
  for await (const event of await client.responses.create({ model, input: asked, stream: true })) {
    if (event.type === 'response.output_text.delta') words += 1
    if (words > 2) break
  }
  await vi.waitFor(async () => expect(await meteringOf(person)).toMatchObject({ openCalls: 0, heldMicros: 0 }), {
    timeout: 20_000
  })
  const { spentMicros } = await meteringOf(person)
  expect(spentMicros).toBeGreaterThan(0)
})

test('what does not fit the balance is refused with 402 in the words of this form, and holds nothing', async () => {
  const { person, client } = await newCaller(1)
  const asked = client.responses.create({
    model: 'claude-3-sonnet',
    input: 'Привет',
    max_output_tokens: 20_000,
    stream: true
  })
  const failed = await asked.catch((one: unknown) => one)
  expect(apiError(failed)).toMatchObject({ status: 402, code: 'insufficient_quota' })
  expect(String(failed)).toMatch(/С max_output_tokens не больше \d+ он поместится\.$/)
  expect(await meteringOf(person)).toMatchObject({ heldMicros: 0, openCalls: 0 })
})
