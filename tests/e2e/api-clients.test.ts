// Clients that were not written here, against the running product with the sandbox behind it.
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { type AIMessageChunk, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { jsonSchema, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { expect, inject, onTestFinished } from 'vitest'
import { endApiKey, makeApiKey, readApiUsage } from '#contract/api-keys.ts'
import { readUsage } from '#contract/wallet.ts'
import { callApi, createAccount } from '../support/e2e/account.ts'
import { readWithContinue } from '../support/e2e/continue-cli.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { expectFoundAddresses } from '../support/e2e/found-addresses.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { serveSdkPage } from '../support/e2e/sdk-page.ts'
import { expectNothingCut } from '../support/e2e/sticking-out.ts'
import { test } from '../support/e2e/test.ts'
import { leaveWithQuestion } from '../support/e2e/unsaved-form.ts'

declare global {
  interface Window {
    /** In the page of another site. */
    Sdk: typeof import('openai')
  }
}

const model = 'gpt-4o-mini'
const question = '[tool] Какая погода в Москве?'
const snow = 'Снег, −4'
const longName = 'Клиенты'.padEnd(60, 'ы')
const cityOnly = { type: 'object' as const, properties: { city: { type: 'string' as const } }, required: ['city'] }

test('clients of OpenAI and Anthropic find a model, stream, call a tool, stop in the middle, and pay once; their owner sees it, and a deleted key stops them', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const made = await callApi(makeApiKey, { name: longName }, tokens.accessToken)
  const baseURL = `${inject('siteOrigin')}/v1`
  const openai = new OpenAI({ apiKey: made.key, baseURL })
  const { data: models } = await openai.models.list()
  expect(models.map(({ id }) => id)).toContain(model)
  await expectFoundAddresses(made.key)

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
    inputSchema: jsonSchema<{ city: string }>(cityOnly),
    execute: async (input) => {
      asked.push(input)
      return snow
    }
  })
  const compatible = createOpenAICompatible({ name: 'site', apiKey: made.key, baseURL, includeUsage: true })
  // Its default is `/v1/responses`.
  const newer = createOpenAI({ apiKey: made.key, baseURL })
  for (const provider of [compatible, newer]) {
    const told = streamText({
      model: provider(model),
      prompt: question,
      stopWhen: stepCountIs(2),
      tools: { weather }
    })
    expect(await told.text).toContain(snow)
    expect((await told.totalUsage).outputTokens).toBeGreaterThan(0)
  }
  expect(asked).toHaveLength(2)

  const langchain = new ChatOpenAI({ model, apiKey: made.key, configuration: { baseURL }, streamUsage: true })
  const called = { name: 'weather', description: 'Погода в городе', parameters: cityOnly }
  const withTool = langchain.bindTools([{ type: 'function', function: called }])
  let said: AIMessageChunk | undefined
  for await (const piece of await withTool.stream([new HumanMessage(question)])) said = said?.concat(piece) ?? piece
  const [ordered] = said?.tool_calls ?? []
  expect(ordered).toMatchObject({ name: 'weather' })
  const result = new ToolMessage({ content: snow, tool_call_id: ordered?.id ?? '' })
  expect((await withTool.invoke([new HumanMessage(question), said!, result])).text).toContain(snow)

  const anthropic = new Anthropic({ authToken: made.key, apiKey: null, baseURL: inject('siteOrigin') })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }]
  const tools = [{ name: 'weather', description: 'Погода в городе', input_schema: cityOnly }]
  const first = await anthropic.messages.stream({ model, max_tokens: 1000, messages, tools }).finalMessage()
  expect(first.stop_reason).toBe('tool_use')
  const used = first.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
  messages.push({ role: 'assistant', content: first.content })
  messages.push({ role: 'user', content: used.map((id) => ({ type: 'tool_result', tool_use_id: id, content: snow })) })
  const last = await anthropic.messages.stream({ model, max_tokens: 1000, messages, tools }).finalMessage()
  expect(last.stop_reason).toBe('end_turn')
  expect(last.content).toContainEqual(expect.objectContaining({ type: 'text', text: expect.stringContaining(snow) }))

  const { output, secret } = await readWithContinue({ origin: inject('siteOrigin'), key: made.key, model })
  expect(output).toContain(secret)

  const { usage, running } = await callApi(readUsage, {}, tokens.accessToken)
  expect([...usage, ...running].filter(({ service }) => service === 'api')).toHaveLength(1)

  await expect
    .poll(async () => {
      const { rows } = await callApi(readApiUsage, {}, tokens.accessToken)
      return rows.reduce((calls, row) => calls + row.calls, 0)
    })
    .toBe(11)
  const page = await openPage({ tokens })
  await page.goto('/api')
  await page.getByRole('button', { name: 'Показать цены всех моделей' }).click()
  const prices = page.getByRole('table', { name: /^Цены ответов/ })
  await prices.getByRole('rowheader', { name: model }).first().waitFor()
  await expectGoodLooks(page, 'prices of the API')

  await callApi(endApiKey, { id: made.apiKey.id }, tokens.accessToken)
  await page.getByRole('main').getByRole('link', { name: 'Создать ключ' }).click()
  await page.waitForURL('**/api-keys')
  const spent = page.getByRole('region', { name: 'Расход', exact: true })
  await spent
    .getByRole('status')
    .filter({ hasText: / · 11 вызовов$/ })
    .waitFor()
  await untilLoaded(page)
  const day = spent.getByRole('slider', { name: 'День' })
  await day.press('Home')
  await spent.getByText(/ · 0 вызовов$/).waitFor()
  await day.press('End')
  await expectGoodLooks(page, 'usage of keys')

  // A menu in a dialog stands above it, in reach of pointer and screen reader.
  await page.getByRole('button', { name: 'Создать ключ' }).click()
  const form = page.getByRole('dialog', { name: 'Новый ключ' })
  await form.getByRole('button', { name: /^Срок/ }).click()
  await page.getByRole('menuitemradio', { name: '30 дней' }).click()
  await leaveWithQuestion(page, form, form.getByRole('button', { name: 'Срок: 30 дней' }))
  await spent.getByRole('button', { name: /^Ключ:/ }).click()
  await expectNothingCut(page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await spent.getByRole('tab', { name: 'По ключам' }).click()
  await spent.getByRole('rowheader', { name: `${longName} (удалён)` }).waitFor()
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
