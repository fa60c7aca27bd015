// Clients that were not written here, against the running product with the sandbox behind it.
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { jsonSchema, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { expect, inject, onTestFinished } from 'vitest'
import { endApiKey, makeApiKey, readApiUsage } from '#contract/api-keys.ts'
import { readUsage } from '#contract/wallet.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { serveSdkPage } from '../support/e2e/sdk-page.ts'
import { test } from '../support/e2e/test.ts'

declare global {
  interface Window {
    /** In the page of another site. */
    Sdk: typeof import('openai')
  }
}

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

test('a page of another site uses the API with the openai SDK: by a key alone, with the words of each refusal, and stops in the middle', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const { key } = await callApi(makeApiKey, { name: 'Страница' }, tokens.accessToken)
  const baseURL = `${inject('siteOrigin')}/v1`
  const other = await serveSdkPage()
  onTestFinished(() => other.close())
  const page = await openPage({ tokens, refusals: [401, 429, 503] })
  await page.goto('/')
  await page.goto(other.origin)

  const told = await page.evaluate(
    async (options) => {
      const openai = new window.Sdk.OpenAI({ ...options, dangerouslyAllowBrowser: true })
      const models = await openai.models.list()
      const runner = openai.chat.completions.runTools({
        model: 'gpt-4o-mini',
        stream: true,
        messages: [{ role: 'user', content: '[tool] Какая погода в Москве?' }],
        tools: [
          {
            type: 'function',
            function: {
              name: 'weather',
              description: 'Погода в городе',
              parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
              parse: JSON.parse,
              function: () => 'Снег, −4'
            }
          }
        ]
      })
      return { models: models.data.map(({ id }) => id), text: await runner.finalContent() }
    },
    { baseURL, apiKey: key }
  )
  expect(told.models).toContain(model)
  expect(told.text).toContain('Снег, −4')

  const stopped = await page.evaluate(
    async (options) => {
      const openai = new window.Sdk.OpenAI({ ...options, dangerouslyAllowBrowser: true })
      const stream = await openai.chat.completions.create({
        model: 'gpt-4o-mini',
        messages: [{ role: 'user', content: 'Расскажи о лесе, 2000 слов' }],
        stream: true
      })
      let words = 0
      for await (const { id } of stream) if (++words > 5) return id
      return null
    },
    { baseURL, apiKey: key }
  )
  await expect
    .poll(async () => {
      const asked = await fetch(`${baseURL}/generation?id=${stopped}`, { headers: { authorization: `Bearer ${key}` } })
      return asked.json()
    })
    .toMatchObject({ data: { outcome: 'stopped', is_estimated: true } })

  const refusals = await page.evaluate(
    async ({ url, keys, faulty }) => {
      const refused = (apiKey: string, content: string) =>
        new window.Sdk.OpenAI({ baseURL: url, apiKey, maxRetries: 0, dangerouslyAllowBrowser: true }).chat.completions
          .create({ model: 'gpt-4o-mini', messages: [{ role: 'user', content }] })
          .then(
            () => null,
            (error: InstanceType<typeof window.Sdk.APIError>) => ({
              status: error.status,
              message: error.message,
              requestId: error.requestID,
              wait: error.headers?.get('retry-after')
            })
          )
      const [good = '', bad = ''] = keys
      return { unknown: await refused(bad, 'Привет'), busy: await refused(good, faulty) }
    },
    { url: baseURL, keys: [key, `${key.slice(0, -3)}xyz`], faulty: '[сбой:429]' }
  )
  expect(refusals.unknown).toMatchObject({
    status: 401,
    message: expect.stringContaining('Ключ не подходит'),
    requestId: expect.stringMatching(/.{8}/)
  })
  expect(refusals.busy).toMatchObject({
    requestId: expect.stringMatching(/.{8}/),
    wait: expect.stringMatching(/^\d+$/)
  })

  const keyless = await page.evaluate(async (url) => (await fetch(url)).status, `${baseURL}/models`)
  expect(keyless).toBe(401)
  const cookies = await page.context().cookies()
  const session = [...cookies, { name: 'accessToken', value: tokens.accessToken }]
  const cookie = session.map(({ name, value }) => `${name}=${value}`).join('; ')
  const withCookies = await fetch(`${baseURL}/models`, { headers: { cookie, origin: other.origin } })
  expect(withCookies.status).toBe(401)
  expect(withCookies.headers.get('access-control-allow-credentials')).toBeNull()
})
