// Suppliers' lists of models in the forms that they have, and lists that are made to do harm.
import { describe, expect, test } from 'vitest'
import type { ListedModel } from '#contract/operator/shop/supplier-list.ts'
import { listedModelsOf } from '#providers/chat/listed-models.ts'
import { listModelsMax, readModelList } from '#providers/chat/model-list.ts'
import type { ChatConnection } from '#providers/chat/connection.ts'
import { connectionTo, resellerConnection } from '../support/node/fake-upstream.ts'

interface Asked {
  url: string
  headers: Record<string, string>
  redirect: string
}

/** Answers each call with the next body; the last one stays. */
function listing(...bodies: readonly unknown[]) {
  const asked: Asked[] = []
  const left = [...bodies]
  const send = async (url: string, init: RequestInit) => {
    asked.push({ url, headers: Object.fromEntries(new Headers(init.headers)), redirect: String(init.redirect) })
    const body = left.length > 1 ? left.shift() : left[0]
    if (body instanceof Response) return body
    return new Response(typeof body === 'string' ? body : JSON.stringify(body))
  }
  return { asked, send }
}

const read = (body: unknown, connection: ChatConnection = resellerConnection) =>
  readModelList(connection, { send: listing(body).send })

const failureOf = (body: unknown, options: { timeoutMs?: number } = {}) =>
  readModelList(resellerConnection, { send: listing(body).send, ...options }).then(
    () => null,
    ({ kind, status, code }) => ({ kind, status, code })
  )

const untold: ListedModel = {
  model: '',
  name: null,
  description: null,
  price: null,
  contextTokens: null,
  outputTokensMax: null,
  seesPictures: null,
  thinks: null,
  takesTools: null,
  writesJson: null,
  retiresOn: null
}
const boundOf = (provider: unknown) =>
  listedModelsOf([{ id: 'm', top_provider: provider, max_output_tokens: 7 }], 1).models[0]?.outputTokensMax
const idsOf = async (body: unknown) => (await read(body)).models.map(({ model }) => model)

describe('a list', () => {
  test('in the form of OpenAI has names alone', async () => {
    const body = { object: 'list', data: [{ id: 'gpt-4o', object: 'model', created: 1, owned_by: 'system' }] }
    expect(await read(body)).toEqual({ models: [{ ...untold, model: 'gpt-4o' }], isCut: false })
  })

  test('in the form of OpenRouter tells prices, bounds and abilities', async () => {
    const entry = {
      id: 'deepseek/deepseek-v4',
      name: 'DeepSeek: V4\u202e',
      description: `Fast\n and  ${'long '.repeat(100)}`,
      context_length: 131_072,
      architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
      pricing: {
        prompt: '0.00000028',
        completion: '0.00000042',
        input_cache_read: '0.000000028',
        input_cache_write: '0',
        web_search: '0.01'
      },
      top_provider: { max_completion_tokens: 8192 },
      supported_parameters: ['tools', 'reasoning', 'max_tokens'],
      expiration_date: '2026-12-24'
    }
    const { models } = await read({ data: [entry] })
    expect(models).toEqual([
      {
        model: 'deepseek/deepseek-v4',
        name: 'DeepSeek: V4',
        description: expect.stringMatching(/^Fast and long .*…$/),
        price: { inputMicros: 280_000, outputMicros: 420_000, cachedInputMicros: 28_000, searchMicros: 10_000 },
        contextTokens: 131_072,
        outputTokensMax: 8192,
        seesPictures: true,
        thinks: true,
        takesTools: true,
        writesJson: false,
        retiresOn: '2026-12-24'
      }
    ])
    expect(models[0]?.description?.length).toBeLessThanOrEqual(160)
  })

  test('at the top level, of vLLM, Ollama, Together and Gemini is read too', async () => {
    const together = { id: 'zai/glm', type: 'chat', context_length: 4096, pricing: { input: 0.18, output: 0.59 } }
    const vllm = { id: 'llama', object: 'model', max_model_len: 32_768 }
    const image = { id: 'flux', type: 'image' }
    const drawing = { id: 'draws', architecture: { output_modalities: ['image'] } }
    const gemini = { id: 'models/gemini-3.5-flash', object: 'model', display_name: 'Gemini 3.5 Flash' }
    expect((await read([together, vllm, image, drawing, gemini])).models).toEqual([
      {
        ...untold,
        model: 'zai/glm',
        contextTokens: 4096,
        price: { inputMicros: 180_000, outputMicros: 590_000 }
      },
      { ...untold, model: 'llama', contextTokens: 32_768 },
      { ...untold, model: 'gemini-3.5-flash', name: 'Gemini 3.5 Flash' }
    ])
    expect(await idsOf({ models: [{ name: 'llama3:8b' }] })).toEqual(['llama3:8b'])
  })

  test('is asked for with the key of answers, at the address of answers, and follows no redirect', async () => {
    const { asked, send } = listing({ data: [{ id: 'a' }] })
    await readModelList(resellerConnection, { send })
    await readModelList({ ...resellerConnection, apiKey: '' }, { send })
    const url = `${resellerConnection.baseUrl}/models`
    expect(asked).toEqual([
      { url, redirect: 'manual', headers: { authorization: 'Bearer reseller-key' } },
      { url, redirect: 'manual', headers: {} }
    ])
  })

  test('of Anthropic is asked for in its own way, in the longest page; where there are more it is cut', async () => {
    const data = [{ id: 'claude-a', display_name: 'Claude A', type: 'model' }]
    const { asked, send } = listing({ data, has_more: false }, { data, has_more: true })
    const whole = { models: [{ ...untold, model: 'claude-a', name: 'Claude A' }], isCut: false }
    expect(await readModelList(connectionTo('anthropic'), { send })).toEqual(whole)
    expect(await readModelList(connectionTo('anthropic'), { send })).toEqual({ ...whole, isCut: true })
    expect(asked[0]).toEqual({
      url: 'http://sandbox.test/anthropic/v1/models?limit=1000',
      redirect: 'manual',
      headers: { 'x-api-key': 'anthropic-key', 'anthropic-version': '2026-10-21' }
    })
  })

  test('leaves out what has no usable id, and names each model once', async () => {
    const ids = ['a', 'a', '', ' ', 'has space', 'x'.repeat(101), 7, null, { id: 'b' }, '__proto__', 'constructor']
    const entries = [...ids.map((id) => ({ id })), null, 'text', [], 5]
    expect(await idsOf({ data: entries })).toEqual(['a', '__proto__', 'constructor'])
    expect(({} as Record<string, unknown>)['model']).toBeUndefined()
  })

  test('of wrong types tells nothing, and breaks nothing', async () => {
    const entry = {
      id: 'odd',
      name: { a: 1 },
      description: 5,
      context_length: '4096',
      max_model_len: -1,
      context_window: 1e300,
      architecture: 'text',
      pricing: ['0.1'],
      top_provider: null,
      supported_parameters: { tools: true },
      expiration_date: '2026-13-40'
    }
    expect((await read({ data: [entry] })).models).toEqual([{ ...untold, model: 'odd' }])
  })

  test('has its bound read where it should be and nowhere else, whatever stands there', () => {
    const untouched = Object.defineProperty({ max_completion_tokens: 5 }, 'other', {
      enumerable: true,
      get: () => expect.unreachable()
    })
    expect([untouched, 'x'.repeat(7_000_000), ['x'], { max_completion_tokens: '5' }].map(boundOf)).toEqual([5, 7, 7, 7])
  })

  test('longer than what is kept is cut', async () => {
    const data = Array.from({ length: listModelsMax + 1 }, (_, index) => ({ id: `m-${index}` }))
    const { models, isCut } = await read({ data })
    expect([models.length, isCut]).toEqual([listModelsMax, true])
  })
})

describe('what is no list', () => {
  const malformed = { kind: 'malformed', status: null, code: null }
  test.each([
    ['a page', '<!doctype html><title>OpenRouter</title>', malformed],
    ['a text', '"models"', malformed],
    ['nothing', '', malformed],
    ['an object', { object: 'list' }, malformed],
    ['data that are no list', { data: { 0: { id: 'a' } } }, malformed],
    ['an empty list', { data: [] }, { ...malformed, code: 'empty' }],
    ['Ollama without a model', { object: 'list', data: null }, { ...malformed, code: 'empty' }],
    ['a depth without end', '['.repeat(4_000_000), malformed],
    ['millions of empty objects', `[${'{},'.repeat(2_000_000)}{}]`, malformed]
  ])('%s is told as such', async (_, body, failure) => {
    expect(await failureOf(body)).toEqual(failure)
  })

  test.each([
    [302, 'malformed'],
    [404, 'malformed'],
    [400, 'unauthorized'],
    [401, 'unauthorized'],
    [402, 'unpaid'],
    [429, 'busy'],
    [500, 'server']
  ])('status %i is a failure of kind %s', async (status, kind) => {
    expect(await failureOf(new Response('{}', { status }))).toMatchObject({ kind, status })
  })

  test('an answer without end is left after its bound, and one that is silent after its time', async () => {
    let sent = 0
    let isReleased = false
    const piece = new TextEncoder().encode(' '.repeat(1024 * 1024))
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent += piece.byteLength
          controller.enqueue(piece)
        },
        cancel() {
          isReleased = true
        }
      },
      { highWaterMark: 0 }
    )
    expect(await failureOf(new Response(endless))).toMatchObject({ kind: 'too-large' })
    expect([sent, isReleased]).toEqual([9 * 1024 * 1024, true])
    const silent = new ReadableStream({ pull: () => new Promise<void>(() => undefined) })
    expect(await failureOf(new Response(silent), { timeoutMs: 20 })).toMatchObject({ kind: 'timeout' })
  })
})
