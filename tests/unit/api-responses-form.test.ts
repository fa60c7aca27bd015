import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AskedResponse, response } from '#contract/v1/responses.ts'
import { root } from '#scripts/base/root.ts'
import { ApiError } from '#worker/api/base/errors.ts'
import { expectAble } from '#worker/api/calls/expect-able.ts'
import { turnsOf } from '#worker/api/responses/items.ts'
import { OfferedTools } from '#worker/api/responses/tools.ts'

const sent = z
  .array(z.object({ client: z.string(), body: z.record(z.string(), z.unknown()) }))
  .parse(JSON.parse(readFileSync(join(root, 'tests/fixtures/clients/responses.json'), 'utf8')))

const asked = (body: object): AskedResponse => response.parse({ model: 'm', input: 'hi', ...body })
const toolsIn = ({ tools, input }: AskedResponse) =>
  new OfferedTools([
    tools ?? [],
    ...(typeof input === 'string' ? [] : input.flatMap((item) => ('tools' in item ? [item.tools] : [])))
  ])
function turns(body: object, seesPictures = true) {
  const read = asked(body)
  return turnsOf(read, toolsIn(read), seesPictures)
}
const offered = (body: object) => toolsIn(asked(body)).asked(asked(body))
const namesIn = (body: object) => offered(body).tools?.map(({ name }) => name)

function refusedParam(act: () => unknown): string | undefined {
  try {
    act()
  } catch (error) {
    if (error instanceof ApiError) return error.refusal.param
    throw error
  }
  return undefined
}

const lookUp = { type: 'function', name: 'look_up' }
const pixel = 'data:image/png;base64,iVBORw0KGgoAAA=='
const asFile = (data: string) => [{ role: 'user', content: [{ type: 'input_file', file_data: data }] }]

const codexBody = (index: number) => response.parse(sent[index]?.body)
const allowed = (name: string, mode = 'required') => ({
  type: 'allowed_tools',
  mode,
  tools: [{ type: 'function', name }]
})
const list = (space: string) => ({
  type: 'namespace',
  name: space,
  tools: Array.from({ length: 100 }, (_, index) => ({ ...lookUp, name: `f${index}` }))
})
const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'look_up', arguments: '{}' })
const output = (id: string, result: unknown = 'ok') => ({ type: 'function_call_output', call_id: id, output: result })
const read = (body: object) => response.safeParse({ model: 'm', input: 'hi', ...body })

describe('what Codex sends', () => {
  it('is read for a model that it does not know: instructions, question, a call and its result', () => {
    const roles = turnsOf(codexBody(1), toolsIn(codexBody(1)), true).map(({ role }) => role)
    expect(roles).toEqual(['system', 'system', 'user', 'user', 'assistant', 'tool'])
    expect(turnsOf(codexBody(0), toolsIn(codexBody(0)), true)).toHaveLength(4)
  })

  it('offers what is in a space under names without it, and nothing that runs at OpenAI', () => {
    const tools = toolsIn(codexBody(0))
    const names = tools.asked(codexBody(0)).tools?.map(({ name }) => name)
    expect(names).toContain('exec_command')
    expect(names).toContain('spawn_agent')
    expect(names).not.toContain('web_search')
    expect(names?.length).toBe(12)
    expect(tools.named('spawn_agent')).toEqual({ name: 'spawn_agent', namespace: 'multi_agent_v1', isCustom: false })
  })

  it('is read for a model that it knows: tools in an item, a call in free text', () => {
    const tools = toolsIn(codexBody(2))
    expect(tools.named('exec')).toEqual({ name: 'exec', namespace: 'functions', isCustom: true })
    const [calling, result] = turnsOf(codexBody(2), tools, true).slice(-2)
    expect(calling).toMatchObject({
      role: 'assistant',
      toolCalls: [{ name: 'exec', arguments: '{"input":"text(1)"}' }]
    })
    expect(result).toMatchObject({ role: 'tool', callId: 'call_1' })
  })
})

describe('tools', () => {
  it('that have the same name in two spaces are told apart', () => {
    const space = (name: string) => ({ type: 'namespace', name, tools: [lookUp] })
    const body = { tools: [space('mail box'), lookUp, space('files')] }
    expect(namesIn(body)).toEqual(['look_up', 'mail_box__look_up', 'files__look_up'])
    expect(toolsIn(asked(body)).named('files__look_up')).toMatchObject({ name: 'look_up', namespace: 'files' })
    const choice = { type: 'function', name: 'look_up', namespace: 'files' }
    expect(offered({ ...body, tool_choice: choice }).toolChoice).toEqual({ name: 'files__look_up' })
  })

  it('that come twice are offered once, as they came last', () => {
    const input = [
      { type: 'additional_tools', tools: [lookUp] },
      { role: 'user', content: 'hi' },
      { type: 'additional_tools', tools: [{ ...lookUp, description: 'New' }] }
    ]
    expect(offered({ input }).tools).toEqual([expect.objectContaining({ name: 'look_up', description: 'New' })])
  })

  it('of free text have one text, with the grammar in words', () => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: LINE' }
    const { tools } = offered({ tools: [{ type: 'custom', name: 'patch', description: 'Patch', format }] })
    expect(tools).toMatchObject([{ name: 'patch', parameters: { required: ['input'] } }])
    expect(tools?.[0]?.description).toContain('start: LINE')
  })

  it('may be narrowed by the choice, and a choice without any is refused', () => {
    const tools = [lookUp, { type: 'function', name: 'other' }, { type: 'web_search' }]
    expect(offered({ tools, tool_choice: allowed('other') })).toMatchObject({
      tools: [{ name: 'other' }],
      toolChoice: 'required'
    })
    expect(offered({ tools, tool_choice: allowed('none', 'auto') })).toEqual({ toolChoice: 'auto' })
    const params = { pictures: 'input', tools: 'tools', toolChoice: 'tool_choice', format: 'text.format' }
    const able = { id: 'm', takesTools: true } as Parameters<typeof expectAble>[0]
    const refused = (choosing: object) =>
      refusedParam(() => expectAble(able, { turns: [], ...offered(choosing) }, params))
    expect(refused({ tools, tool_choice: allowed('none', 'auto') })).toBeUndefined()
    expect(refused({ tools, tool_choice: allowed('none') })).toBe('tool_choice')
    expect(refused({ tools: [{ type: 'web_search' }], tool_choice: 'required' })).toBe('tool_choice')
    expect(offered({ tools, parallel_tool_calls: false })).toMatchObject({ parallelTools: false })
  })

  it('are bounded over all lists', () => {
    expect(refusedParam(() => offered({ tools: [list('a'), list('b')] }))).toBe('tools')
  })
})

describe('items', () => {
  it('of calls belong to one turn with the words before them, also with words between', () => {
    const words = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Смотрю' }] }
    const input = [{ role: 'user', content: 'hi' }, words, call('1'), call('2'), { ...words, content: 'Ещё' }]
    expect(turns({ input: [...input, output('1'), output('2')] })).toMatchObject([
      { role: 'user' },
      { role: 'assistant', text: 'Смотрю\n\nЕщё', toolCalls: [{ id: '1' }, { id: '2' }] },
      { role: 'tool', callId: '1', text: 'ok' },
      { role: 'tool', callId: '2' }
    ])
  })

  it('of words in thousands behind one call are joined without copying them over and over', () => {
    const said = { role: 'assistant', content: 'ж'.repeat(1500) }
    const called = { type: 'function_call', call_id: 'c1', name: 'look_up', arguments: '{}' }
    const before = process.threadCpuUsage()
    turns({ input: [{ role: 'user', content: 'Ну что?' }, called, ...Array.from({ length: 3998 }, () => said)] })
    // Copied, they take seven.
    expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000)
  })

  it('of thinking, searches and other work are left out, instructions come first', () => {
    const input = [
      { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'Хм' }], encrypted_content: 'x' },
      { type: 'web_search_call', status: 'completed', action: { type: 'search' } },
      { type: 'local_shell_call', call_id: 'l', action: {} },
      { role: 'user', content: [{ type: 'input_text', text: 'Что?' }] }
    ]
    expect(turns({ input, instructions: 'Кратко' })).toEqual([
      { role: 'system', text: 'Кратко' },
      { role: 'user', text: 'Что?' }
    ])
  })

  it('of results have their pictures, or say that the model sees none', () => {
    const picture = [
      { type: 'input_text', text: 'Вот' },
      { type: 'input_image', image_url: pixel }
    ]
    const input = [...asFile(pixel), call('1'), call('2'), output('1', picture), output('2')]
    expect(turns({ input })[0]).toMatchObject({ pictures: [{ type: 'image/png' }] })
    expect(turns({ input }).slice(2)).toEqual([
      { role: 'tool', callId: '1', text: 'Вот', pictures: [{ type: 'image/png', base64: 'iVBORw0KGgoAAA==' }] },
      { role: 'tool', callId: '2', text: 'ok' }
    ])
    expect(turns({ input }, false).slice(2)).toMatchObject([
      { text: 'Вот\n[A picture or document that this model cannot read.]' },
      {}
    ])
  })

  it('of results are never refused for what is in them', () => {
    const strange = [
      { type: 'input_file', file_id: 'f' },
      { type: 'input_image', image_url: 'https://x.example/a.png' }
    ]
    const input = [{ role: 'user', content: 'hi' }, call('1'), output('1', strange)]
    expect(turns({ input }).at(-1)).toMatchObject({
      text: '[A part of this result that cannot be read.]\n[A picture or document that this model cannot read.]'
    })
    const shots = Array.from({ length: 60 }, (_, index) => [
      call(`c${index}`),
      output(`c${index}`, [{ type: 'input_image', image_url: pixel }])
    ])
    const kept = turns({ input: [{ role: 'user', content: 'hi' }, ...shots.flat()] })
    const withPictures = kept.filter((turn) => 'pictures' in turn)
    expect([withPictures.length, withPictures.at(-1)]).toEqual([50, kept.at(-1)])
  })

  it.each([
    ['input.0.call_id', [output('1'), { role: 'user', content: 'hi' }]],
    ['input.0', [{ type: 'item_reference', id: 'msg_1' }]],
    ['input.0', [{ type: 'compaction_trigger' }]],
    ['input', [{ role: 'developer', content: 'hi' }]],
    ['input.0', [{ role: 'assistant', content: [{ type: 'input_image', image_url: pixel }] }]],
    ['input.0.content.0.file_data', asFile('data:application/pdf;base64,JVBERi0=')],
    [
      'input.0.content.0.image_url',
      [{ role: 'user', content: [{ type: 'input_image', image_url: 'http://127.0.0.1/' }] }]
    ]
  ])('are refused by name: %s', (param, input) => {
    expect(refusedParam(() => turns({ input }))).toBe(param)
  })
})

describe('the form', () => {
  it.each([
    [
      'fields that nothing knows',
      { store: true, include: ['x'], truncation: 'auto', text: { verbosity: 'low' }, user: 'x' }
    ],
    ['what asks for nothing', { background: false, conversation: null, prompt: null, top_logprobs: 0 }],
    ['nulls', { tools: null, tool_choice: null, reasoning: { effort: null }, text: null, temperature: null }]
  ])('takes %s', (_, body) => {
    expect(read(body).success).toBe(true)
  })

  it.each([
    ['background', { background: true }],
    ['conversation', { conversation: 'conv_1' }],
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['prompt', { prompt: { id: 'x' } }],
    ['top_logprobs', { top_logprobs: 2 }],
    ['max_output_tokens', { max_output_tokens: 0 }],
    ['tools.0.name', { tools: [{ type: 'function', name: 'a b' }] }],
    ['reasoning.effort', { reasoning: { effort: 'a lot' } }]
  ])('refuses and names %s', (param, body) => {
    expect(read(body).error?.issues.map(({ path }) => path.join('.'))).toContain(param)
  })
})
