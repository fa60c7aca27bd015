// The forms in which suppliers send the chunks of `/chat/completions`.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask, chunk, complete, data, done, readBody, said, stop } from '../support/node/chat-chunks.ts'
import { fixtureOf, streamOf } from '../support/node/fake-upstream.ts'

describe('a stream is complete', () => {
  test.each([
    ['without [DONE]', said('Да') + stop],
    ['without a last blank line', said('Да') + stop.trimEnd()],
    [
      'with a finish before its last text',
      data(chunk({ content: 'Д' }, 'stop')) + data(chunk({ content: 'а' }, 'stop'))
    ],
    ['with names of events', `event: completion\n${said('Да')}event: completion\n${stop}${done}`],
    ['with CRLF', (said('Да') + stop + done).replaceAll('\n', '\r\n')],
    ['without spaces behind data:', (said('Да') + stop + done).replaceAll('data: ', 'data:')],
    ['with comments between its lines', `: a\n${said('Да')}: b\n\n${stop}: c\n\n${done}`],
    ['with comments behind data:', `data: : PROCESSING\n\n${said('Да')}data: \n\n${stop}${done}`],
    ['with a mark of the byte order', `\uFEFF${said('Да')}${stop}`],
    [
      'with chunks without choices',
      data({ id: 'c' }) + data({ choices: [] }) + data({ choices: null }) + said('Да') + stop
    ],
    [
      'with empty deltas',
      data(chunk(null)) + data(chunk({ content: null })) + data(chunk({ role: 'assistant' })) + said('Да') + stop
    ],
    [
      'with texts in parts',
      data(
        chunk({
          content: [
            { type: 'text', text: 'Д' },
            { type: 'text', text: 'а' }
          ]
        })
      ) + stop
    ],
    [
      'with another choice',
      data({ choices: [{ index: 1, delta: { content: 'Нет' }, finish_reason: 'stop' }] }) + said('Да') + stop
    ],
    ['with an error that is null', data({ ...chunk({ content: 'Да' }), error: null }) + stop],
    [
      'as one JSON',
      JSON.stringify({ model: 'some-model', choices: [{ message: { content: 'Да' }, finish_reason: 'stop' }] })
    ],
    [
      'as one JSON behind newlines',
      `\n\n\n${JSON.stringify({ choices: [{ message: { content: 'Да' }, finish_reason: 'stop' }] })}`
    ]
  ])('%s', async (_, body) => {
    expect(await readBody(body)).toMatchObject({ text: 'Да', end: complete, error: null })
  })

  test('as JSON of the media type JSON, with thinking and usage', async () => {
    expect(
      await ask(() => Response.json(JSON.parse(fixtureOf('chat-whole.json'))), { showsThinking: true })
    ).toMatchObject({
      text: 'Привет! Чем помочь?',
      thinking: 'Приветствие. Отвечу тем же.',
      end: { ...complete, upstreamModel: 'some-model-0901', usage: { inputTokens: 210, outputTokens: 31 } }
    })
  })

  test.each(['text/plain', 'application/octet-stream', 'application/json'])('under the media type %s', async (type) => {
    const answer = () => new Response(said('Да') + stop, { headers: { 'content-type': type } })
    expect(await ask(answer)).toMatchObject({ text: 'Да', end: complete })
  })

  test('with thinking in parts', async () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Так.' }] },
      { type: 'text', text: 'Да' }
    ]
    const body = data(chunk({ content })) + stop
    expect(await readBody(body, { showsThinking: true })).toMatchObject({ thinking: 'Так.', text: 'Да' })
  })

  test.each([
    ['stop', 'complete'],
    ['length', 'truncated'],
    ['MAX_TOKENS', 'truncated'],
    ['content_filter', 'refused'],
    ['SAFETY', 'refused'],
    ['tool_calls', 'complete'],
    ['end_of_the_world', 'complete']
  ])('with the finish %s it is %s', async (finish, reason) => {
    expect((await readBody(said('Да') + data(chunk({}, finish)))).end).toMatchObject({ reason })
  })

  test('with a refusal in the place of a text it is refused', async () => {
    const body = data(chunk({ refusal: 'Не могу.' })) + stop
    expect(await readBody(body)).toMatchObject({ text: 'Не могу.', end: { reason: 'refused' } })
  })
})

const usageIn = async (usage: unknown) => (await readBody(said('Да') + stop + data({ choices: [], usage }))).end?.usage

const counted = (completion: number) => ({
  ...chunk({ content: 'Да' }),
  usage: { prompt_tokens: 9, completion_tokens: completion }
})

describe('usage', () => {
  test.each([
    [
      'OpenAI',
      { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_tokens_details: { cached_tokens: 64 } }
    ],
    [
      'DeepSeek',
      { prompt_tokens: 100, completion_tokens: 20, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }
    ],
    ['Moonshot', { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 64 }]
  ])('of %s has the cached tokens inside the input', async (_, usage) => {
    expect(await usageIn(usage)).toEqual({ inputTokens: 100, cachedInputTokens: 64, outputTokens: 20 })
  })

  test.each([
    ['in details', { total_tokens: 120, completion_tokens_details: { reasoning_tokens: 12 } }, 20, 12],
    ['in the total alone, as Gemini does', { total_tokens: 150 }, 50, 30]
  ])('tells thinking %s', async (_, more, outputTokens, thinkingTokens) => {
    const usage = { prompt_tokens: 100, completion_tokens: 20, ...more }
    expect(await usageIn(usage)).toEqual({ inputTokens: 100, outputTokens, thinkingTokens })
  })

  test('with numbers of Anthropic, which leave the cache out, is made whole', async () => {
    const details = { cached_tokens: 1000, cache_write_tokens: 200 }
    expect(await usageIn({ prompt_tokens: 10, completion_tokens: 20, prompt_tokens_details: details })).toEqual({
      inputTokens: 1210,
      cachedInputTokens: 1000,
      cacheWriteTokens: 200,
      outputTokens: 20
    })
  })

  test.each([
    ['missing', undefined],
    ['null', null],
    ['zeros', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
    ['negative', { prompt_tokens: -1, completion_tokens: 5 }],
    ['text', { prompt_tokens: '10', completion_tokens: '5' }]
  ])('that is %s is none', async (_, usage) => {
    expect(await usageIn(usage)).toBeNull()
  })

  test.each([
    [
      'in a choice',
      {
        ...chunk({}, 'stop'),
        choices: [{ delta: {}, finish_reason: 'stop', usage: { prompt_tokens: 1, completion_tokens: 2 } }]
      }
    ],
    ['in x_groq', { ...chunk({}, 'stop'), x_groq: { usage: { prompt_tokens: 1, completion_tokens: 2 } } }]
  ])('is found %s', async (_, last) => {
    expect((await readBody(said('Да') + data(last))).end?.usage).toEqual({ inputTokens: 1, outputTokens: 2 })
  })

  test('in every chunk is cumulative: the last counts', async () => {
    expect((await readBody(data(counted(1)) + data(counted(2)) + stop)).end?.usage).toEqual({
      inputTokens: 9,
      outputTokens: 2
    })
  })
})

describe('a stream that is not closed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('behind its finish ends the answer after a moment', async () => {
    const stream = streamOf([said('Да'), stop], 'silence')
    const asked = ask(() => stream.response)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await asked).toMatchObject({ text: 'Да', end: complete, error: null })
    expect(stream.isReleased()).toBe(true)
  })
})
