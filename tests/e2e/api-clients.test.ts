// Clients that were not written here, against the running product with the sandbox behind it.
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { jsonSchema, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { expect, inject } from 'vitest'
import { endApiKey, makeApiKey, readApiUsage } from '#contract/api-keys.ts'
import { readUsage } from '#contract/wallet.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { test } from '../support/e2e/test.ts'

const model = 'gpt-4o-mini'

test('clients of OpenAI and Anthropic find a model, stream, call a tool, stop in the middle, and pay once; their owner sees it, and a deleted key stops them', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const made = await callApi(makeApiKey, { name: 'Клиенты' }, tokens.accessToken)
  const baseURL = `${inject('siteOrigin')}/v1`
  const openai = new OpenAI({ apiKey: made.key, baseURL })
  const { data: models } = await openai.models.list()
  expect(models.map(({ id }) => id)).toContain(model)

  const stream = await openai.chat.completions.create({
    model,
    messages: [{ role: 'user', content: 'Расскажи о лесе' }],
    stream: true
  })
  let words = 0
  for await (const chunk of stream) {
    if (chunk.choices[0]?.delta.content) words += 1
    if (words > 3) break
  }
  expect(words).toBeGreaterThan(3)

  const asked: unknown[] = []
  const weather = tool({
    description: 'Погода в городе',
    inputSchema: jsonSchema<{ city: string }>({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city']
    }),
    execute: async (input) => {
      asked.push(input)
      return 'Снег, −4'
    }
  })
  const compatible = createOpenAICompatible({ name: 'site', apiKey: made.key, baseURL, includeUsage: true })
  // Its default is `/v1/responses`.
  const newer = createOpenAI({ apiKey: made.key, baseURL })
  for (const provider of [compatible, newer]) {
    const told = streamText({
      model: provider(model),
      prompt: '[tool] Какая погода в Москве?',
      stopWhen: stepCountIs(2),
      tools: { weather }
    })
    expect(await told.text).toContain('Снег, −4')
    expect((await told.totalUsage).outputTokens).toBeGreaterThan(0)
  }
  expect(asked).toHaveLength(2)

  const langchain = new ChatOpenAI({ model, apiKey: made.key, configuration: { baseURL }, streamUsage: true })
  const pieces: string[] = []
  for await (const piece of await langchain.stream([new HumanMessage('Кратко: что такое холм?')]))
    if (typeof piece.content === 'string') pieces.push(piece.content)
  expect(pieces.join('').length).toBeGreaterThan(10)

  const anthropic = new Anthropic({ authToken: made.key, apiKey: null, baseURL: inject('siteOrigin') })
  const questioned = anthropic.messages.stream({
    model,
    max_tokens: 1000,
    messages: [{ role: 'user', content: 'Кратко: что такое холм?' }]
  })
  const message = await questioned.finalMessage()
  expect(message.stop_reason).toBe('end_turn')
  expect(message.content[0]).toMatchObject({ type: 'text', text: expect.any(String) })

  const { usage, running } = await callApi(readUsage, {}, tokens.accessToken)
  const lines = [...usage, ...running].filter(({ service }) => service === 'api')
  expect(lines).toHaveLength(1)

  await expect
    .poll(async () => {
      const { rows } = await callApi(readApiUsage, {}, tokens.accessToken)
      return rows.reduce((calls, row) => calls + row.calls, 0)
    })
    .toBe(7)
  const page = await openPage({ tokens })
  await page.goto('/api-keys')
  await untilLoaded(page)
  const spent = page.getByRole('region', { name: 'Расход', exact: true })
  await spent
    .getByRole('status')
    .filter({ hasText: / · 7 вызовов$/ })
    .waitFor()
  const today = spent.getByRole('slider', { name: 'День' })
  await today.press('ArrowLeft')
  await spent.getByText(/ · 0 вызовов$/).waitFor()
  await today.press('ArrowRight')
  await expectGoodLooks(page, 'usage of keys')

  await callApi(endApiKey, { id: made.apiKey.id }, tokens.accessToken)
  await page.reload()
  await spent.getByRole('tab', { name: 'По ключам' }).click()
  await spent.getByRole('rowheader', { name: 'Клиенты (удалён)' }).waitFor()
  const refused = openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'Привет' }] })
  await expect(refused).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
})
