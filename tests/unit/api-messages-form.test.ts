import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { messageCount, messageRequest } from '#contract/v1/messages.ts'
import { root } from '#scripts/base/root.ts'
import { ApiError } from '#worker/api/base/errors.ts'
import { turnsOf } from '#worker/api/messages/turns.ts'

const read = (body: object) =>
  messageRequest.safeParse({ model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }], ...body })
const turns = (messages: object[], more: object = {}, seesPictures = true) =>
  turnsOf(messageCount.parse({ model: 'm', messages, ...more }), seesPictures)

function refusedParam(messages: object[]): string | undefined {
  try {
    turns(messages)
  } catch (error) {
    if (error instanceof ApiError) return error.refusal.param
    throw error
  }
  return undefined
}

const mark = { cache_control: { type: 'ephemeral' } }
const png = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAA=' }
const use = { type: 'tool_use', id: 'c1', name: 'look', input: { a: 1 } }
const asked = [
  { role: 'user', content: 'Погода?' },
  { role: 'assistant', content: [use] }
]
const answering = (content: unknown, more: object = {}) => [
  ...asked,
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content, ...more }] }
]

describe('what clients send', () => {
  it('reads each request of a session of Claude Code', () => {
    const sent: unknown = JSON.parse(readFileSync(join(root, 'tests/fixtures/clients/messages.json'), 'utf8'))
    const bodies = (sent as { body: object }[]).map(({ body }) => messageRequest.parse(body))
    expect(bodies.length).toBeGreaterThan(1)
    for (const body of bodies) expect(turnsOf(body, true).length).toBeGreaterThanOrEqual(body.messages.length)
  })

  it.each([
    [
      'fields that nothing knows',
      { metadata: { user_id: 'x' }, context_management: { edits: [] }, top_k: 4, speed: 'x' }
    ],
    [
      'tools of another kind',
      { tools: [{ type: 'web_search_20250305', name: 'web_search' }, { type: 'mcp_toolset' }] }
    ],
    ['words that are new', { thinking: { type: 'adaptive', display: 'updates' }, output_config: { effort: 'huge' } }],
    ['nulls', { system: null, tools: null, thinking: null, stop_sequences: null, output_config: null }],
    [
      'blocks that nothing knows',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'new' }] }] }
    ]
  ])('takes %s', (_, body) => {
    expect(read(body).success).toBe(true)
  })

  it.each([
    ['max_tokens', { max_tokens: undefined }],
    ['mcp_servers', { mcp_servers: [{ url: 'https://example.com' }] }],
    ['tools.0.name', { tools: [{ name: 'a b', input_schema: {} }] }],
    ['tools.0.input_schema', { tools: [{ name: 'a' }] }],
    ['stop_sequences.0', { stop_sequences: ['a'.repeat(257)] }],
    ['messages.0.role', { messages: [{ role: 'robot', content: 'x' }] }],
    ['thinking.budget_tokens', { thinking: { type: 'enabled', budget_tokens: 0 } }]
  ])('refuses and names %s', (param, body) => {
    expect(read(body).error?.issues.map(({ path }) => path.join('.'))).toContain(param)
  })
})

describe('turns', () => {
  it('keeps the order, puts results first and leaves thinking out', () => {
    const content = [
      { type: 'text', text: 'Вот' },
      { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'Снег' }], is_error: true, ...mark }
    ]
    const said = [{ type: 'thinking', thinking: 'хм', signature: 's' }, { type: 'text', text: 'Смотрю' }, use]
    const messages = [
      { role: 'user', content: 'Погода?' },
      { role: 'assistant', content: said },
      { role: 'system', content: [{ type: 'text', text: 'Осталось мало' }] },
      { role: 'user', content }
    ]
    const system = [
      { type: 'text', text: 'Ты агент' },
      { type: 'text', text: 'Кратко', ...mark }
    ]
    expect(turns(messages, { system })).toEqual([
      { role: 'system', text: 'Ты агент' },
      { role: 'system', text: 'Кратко', cachedUpTo: true },
      { role: 'user', text: 'Погода?' },
      { role: 'assistant', text: 'Смотрю', toolCalls: [{ id: 'c1', name: 'look', arguments: '{"a":1}' }] },
      { role: 'system', text: 'Осталось мало' },
      { role: 'tool', callId: 'c1', text: 'Снег', isError: true, cachedUpTo: true },
      { role: 'user', text: 'Вот' }
    ])
    expect(turns([{ role: 'user', content: 'а' }], mark).at(-1)).toMatchObject({ cachedUpTo: true })
  })

  it('keeps a mark behind the block that has it, so that a document before another question is read from the cache', () => {
    const content = [
      { type: 'text', text: 'Документ', ...mark },
      { type: 'text', text: 'Вопрос' },
      { type: 'text', text: 'и ещё' }
    ]
    expect(turns([{ role: 'user', content }])).toEqual([
      { role: 'user', text: 'Документ', cachedUpTo: true },
      { role: 'user', text: 'Вопрос\n\nи ещё' }
    ])
  })

  it('shows the pictures of a question and of a result', () => {
    const pictures = [{ type: 'image/png', base64: png.data }]
    const image = { type: 'image', source: png }
    expect(turns([{ role: 'user', content: [image] }])).toEqual([{ role: 'user', text: '', pictures }])
    expect(turns(answering([image])).at(-1)).toEqual({ role: 'tool', callId: 'c1', text: '', pictures })
  })

  it.each([
    ['a picture for a model that sees none', { type: 'image', source: png }, false],
    [
      'a picture of another kind',
      { type: 'image', source: { ...png, media_type: 'image/tiff', data: 'SUkqAAgAAAA=' } },
      true
    ],
    [
      'a document',
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
      true
    ]
  ])('tells the model of %s in a result, which would end the session otherwise', (_, block, sees) => {
    expect(turns(answering([block]), {}, sees).at(-1)).toEqual({
      role: 'tool',
      callId: 'c1',
      text: '[A picture or document that this model cannot read.]'
    })
  })

  it('reads documents and findings that are text', () => {
    const document = {
      type: 'document',
      title: 'Отчёт',
      source: { type: 'text', media_type: 'text/plain', data: 'Итог' }
    }
    expect(turns([{ role: 'user', content: [document] }])).toEqual([{ role: 'user', text: 'Отчёт\n\nИтог' }])
    const inBlocks = {
      type: 'document',
      source: {
        type: 'content',
        content: [
          { type: 'text', text: 'Начало' },
          { type: 'text', text: 'Итог' }
        ]
      }
    }
    expect(turns([{ role: 'user', content: [inBlocks] }])).toEqual([{ role: 'user', text: 'Начало\n\nИтог' }])
    const ofPictures = { ...inBlocks, source: { type: 'content', content: [{ type: 'image', source: png }] } }
    expect(turns(answering([ofPictures])).at(-1)).toMatchObject({
      text: '[A picture or document that this model cannot read.]'
    })
    expect(turns(answering([{ type: 'tool_reference', tool_name: 'look' }])).at(-1)).toMatchObject({
      text: 'Tool found: look'
    })
  })

  it.each([
    ['a linked picture', { type: 'image', source: { type: 'url', url: 'http://127.0.0.1/a.png' } }, 'source'],
    ['what is no PNG', { type: 'image', source: { ...png, data: 'PHN2Zz4=' } }, 'source'],
    ['a PDF', { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } }, '']
  ])('refuses %s in a question', (_, block, place) => {
    const param = ['messages.0.content.0', place].filter(Boolean).join('.')
    expect(refusedParam([{ role: 'user', content: [block] }])).toBe(param)
  })

  it('refuses a result without its call, and arguments without an end', () => {
    const result = { type: 'tool_result', tool_use_id: 'unknown', content: 'x' }
    expect(refusedParam([{ role: 'user', content: [result] }])).toBe('messages.0')
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as object
    const endless = { role: 'assistant', content: [{ ...use, input: deep }] }
    expect(refusedParam([{ role: 'user', content: 'а' }, endless])).toBe('messages.1.content.0.input')
  })
})
