import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chatCompletion } from '#contract/v1/chat-completions.ts'
import { root } from '#scripts/base/root.ts'
import { ApiError } from '#worker/api/base/errors.ts'
import { turnsOf } from '#worker/api/chat/turns.ts'
import { fieldText } from '#worker/http/field-texts.ts'

const sent = z
  .array(z.object({ client: z.string(), body: z.record(z.string(), z.unknown()) }))
  .parse(JSON.parse(readFileSync(join(root, 'tests/fixtures/clients/chat-completions.json'), 'utf8')))

const read = (body: object) =>
  chatCompletion.safeParse({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...body })
const turns = (messages: object[]) => turnsOf(chatCompletion.parse({ model: 'm', messages }).messages)

function refusedParam(messages: object[]): string | undefined {
  try {
    turns(messages)
  } catch (error) {
    if (error instanceof ApiError) return error.refusal.param
    throw error
  }
  return undefined
}

const pixel = 'data:image/png;base64,iVBORw0KGgoAAAA='

describe('what clients send', () => {
  it.each(sent.map(({ client, body }, index) => [`${client} (${index})`, body] as const))('%s is read', (_, body) => {
    const { messages } = chatCompletion.parse(body)
    expect(turnsOf(messages).length).toBe(messages.length)
  })

  it.each([
    [
      'fields that nothing knows',
      { metadata: { a: 1 }, store: true, user: 'x', top_k: 4, logit_bias: {}, verbosity: 'low' }
    ],
    ['what asks for nothing', { n: 1, logprobs: false, top_logprobs: 0, functions: null, modalities: ['text'] }],
    ['nulls', { stop: null, tools: null, temperature: null, max_tokens: null, response_format: null }]
  ])('takes %s', (_, body) => {
    expect(read(body).success).toBe(true)
  })

  it.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['functions', { functions: [{}] }],
    ['modalities.1', { modalities: ['text', 'audio'] }],
    ['tools.0.function.name', { tools: [{ type: 'function', function: { name: 'a b' } }] }],
    ['max_tokens', { max_tokens: 0 }],
    ['stop', { stop: ['1', '2', '3', '4', '5'] }],
    ['stop', { stop: 'a'.repeat(257) }]
  ])('refuses and names %s', (param, body) => {
    const paths = read(body).error?.issues.map(({ path }) => path.join('.'))
    expect(paths).toContain(param)
  })
})

describe('turns', () => {
  it('keeps the order of instructions, questions, calls and results', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } }
    expect(
      turns([
        { role: 'developer', content: [{ type: 'text', text: 'Кратко' }] },
        { role: 'user', content: 'Погода?' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'Снег' }] },
        { role: 'system', content: 'По-русски' }
      ])
    ).toEqual([
      { role: 'system', text: 'Кратко' },
      { role: 'user', text: 'Погода?' },
      { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'look', arguments: '{"a":1}' }] },
      { role: 'tool', callId: 'c1', text: 'Снег' },
      { role: 'system', text: 'По-русски' }
    ])
  })

  it.each([
    ['image/webp', 'UklGRnwBAABXRUJQVlA4WAoAAAA='],
    ['image/gif', 'R0lGODlhAQABAAAAACwAAAAAAQABAAA='],
    ['image/jpeg', '/9j/4AAQSkZJRg=='],
    ['image/png', 'iVBORw0KGgoAAAA=']
  ])('takes %s for what it is, also under the name of another picture', (type, base64) => {
    for (const name of [type, 'image/jpeg', 'image/png']) {
      const content = [{ type: 'image_url', image_url: { url: `data:${name};base64,${base64}` } }]
      expect(turns([{ role: 'user', content }])).toEqual([{ role: 'user', text: '', pictures: [{ type, base64 }] }])
    }
  })

  it.each([
    { type: 'image_url', image_url: { url: pixel } },
    { type: 'file', file: { file_data: pixel, filename: 'image-1.png' } }
  ])('reads pictures beside their text, as $type', (part) => {
    expect(turns([{ role: 'user', content: [{ type: 'text', text: 'Что это?' }, part] }])).toEqual([
      { role: 'user', text: 'Что это?', pictures: [{ type: 'image/png', base64: 'iVBORw0KGgoAAAA=' }] }
    ])
  })

  it('refuses documents, and says which parts are read', () => {
    const file = { file_data: 'data:application/pdf;base64,JVBERi0=' }
    expect(refusedParam([{ role: 'user', content: [{ type: 'file', file }] }])).toBe('messages.0.content.0.file')
    const content = [{ type: 'input_audio', input_audio: {} }]
    const told = chatCompletion.safeParse({ model: 'm', messages: [{ role: 'user', content }] }, { error: fieldText })
    expect(JSON.stringify(told.error?.issues)).toContain('Здесь бывает только: text, image_url, file')
  })

  it.each([
    ['a page', 'https://example.com/a.png'],
    ['another kind', 'data:image/svg+xml;base64,PHN2Zz4='],
    ['what is no PNG', 'data:image/png;base64,PHN2Zz4='],
    ['a recording', 'data:image/webp;base64,UklGRiQAAABXQVZFZm10IBAAAAA='],
    ['a picture under the name of a page', 'data:text/html;base64,iVBORw0KGgoAAAA='],
    ['no base64', 'data:image/png;base64,iVBORw0KGgo%20'],
    ['an address inside', 'http://127.0.0.1/a.png']
  ])('refuses %s as a picture', (_, url) => {
    const content = [{ type: 'image_url', image_url: { url } }]
    expect(refusedParam([{ role: 'user', content }])).toBe('messages.0.content.0.image_url')
  })

  it('refuses a result without its call, and a call without a question', () => {
    const result = { role: 'tool', tool_call_id: 'unknown', content: 'x' }
    expect(refusedParam([{ role: 'user', content: 'x' }, result])).toBe('messages.1.tool_call_id')
    expect(refusedParam([{ role: 'system', content: 'x' }])).toBe('messages')
  })
})
