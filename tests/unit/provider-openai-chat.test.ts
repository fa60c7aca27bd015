// What is sent to `/chat/completions`, and how the recorded streams of six suppliers are read.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, readBody, said, stop } from '../support/node/chat-chunks.ts'
import { fixtureOf, resellerConnection, streamOf } from '../support/node/fake-upstream.ts'

describe('requests', () => {
  const turns = [
    { role: 'assistant' as const, text: 'Начало, которое отрезано' },
    { role: 'user' as const, text: 'Раз', pictures: [{ type: 'image/png' as const, base64: 'aGk=' }] },
    { role: 'assistant' as const, text: ' ' },
    { role: 'user' as const, text: 'Два' },
    { role: 'assistant' as const, text: 'Три' },
    { role: 'user' as const, text: 'Четыре' }
  ]

  test('a conversation, with turns of one role joined and pictures as data URLs', async () => {
    const { sent } = await ask(() => streamOf([said('Да'), stop]).response, {
      turns,
      system: 'Отвечай по-русски.',
      effort: 'low'
    })
    expect(sent).toEqual({
      url: 'http://sandbox.test/resellers/plain/v1/chat/completions',
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        authorization: 'Bearer reseller-key'
      },
      redirect: 'manual',
      body: {
        model: 'some-model',
        messages: [
          { role: 'system', content: 'Отвечай по-русски.' },
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
              { type: 'text', text: 'Раз\n\nДва' }
            ]
          },
          { role: 'assistant', content: 'Три' },
          { role: 'user', content: 'Четыре' }
        ],
        max_tokens: 1024,
        reasoning_effort: 'low',
        user: 'user-tag',
        stream: true,
        stream_options: { include_usage: true }
      }
    })
  })

  test('without a key no header pretends that there is one', async () => {
    const { sent } = await ask(() => streamOf([stop]).response, {}, { ...resellerConnection, apiKey: '' })
    expect(sent?.headers).not.toHaveProperty('authorization')
  })

  test.each([
    ['gpt-6-luna', 'max_completion_tokens'],
    ['o3', 'max_completion_tokens'],
    ['openai/gpt-6-luna', 'max_tokens'],
    ['gpt-4o', 'max_tokens']
  ])('%s gets its limit as %s', async (model, field) => {
    const { sent } = await ask(() => streamOf([stop]).response, { model })
    expect(sent?.body).toMatchObject({ [field]: 1024 })
  })
})

const usual = { inputTokens: 210, cachedInputTokens: 128, outputTokens: 31 }
const thought = 'Приветствие. Отвечу тем же.'
const recorded = [
  ['openrouter', thought, 'deepseek/deepseek-v4', { ...usual, costMicros: 74 }],
  ['deepseek', thought, 'deepseek-reasoner', usual],
  ['qwen', thought, 'qwen-plus', usual],
  ['gemini', '', 'models/gemini-3.5-flash', { inputTokens: 210, outputTokens: 31 }],
  ['vllm', thought, 'Qwen/Qwen3-32B', { inputTokens: 210, outputTokens: 31 }],
  ['ollama', thought, 'qwen3:8b', { inputTokens: 210, outputTokens: 31 }]
] as const

describe.each(recorded)('the stream of %s', (name, thinking, upstreamModel, usage) => {
  const body = fixtureOf(`chat-${name}-stream.txt`)
  const whole = {
    text: 'Привет! Чем помочь?',
    end: { type: 'end', reason: 'complete', upstreamModel, usage },
    error: null
  }

  test('gives its text, thinking, model and usage', async () => {
    expect(await readBody(body, { showsThinking: true })).toMatchObject({ ...whole, thinking })
    expect(await readBody(body)).toMatchObject({ ...whole, thinking: '' })
  })

  test('may be split anywhere', async () => {
    const bytes = new TextEncoder().encode(body)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length - 1 }), { maxLength: 40 }), async (cuts) => {
        const places = [0, ...new Set(cuts), bytes.length].toSorted((one, other) => one - other)
        const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place))
        expect(await ask(() => streamOf(pieces).response)).toMatchObject(whole)
      }),
      { numRuns: 30 }
    )
  })

  test('that ends before its finish is cut', async () => {
    const place = body.lastIndexOf('"stop"')
    const { text, end, error } = await readBody(body.slice(0, place))
    expect(text).toBe(whole.text)
    expect(end).toBeUndefined()
    expect(error).toMatchObject({ kind: 'cut', retryable: true })
  })
})
