// Searches, sources and thinking in each provider's dialect.
import { describe, expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { EnvironmentSupplier } from '#providers/chat/environment-connections.ts'
import type { ChatEvent, ChatRequest } from '#providers/chat/provider.ts'
import { SourceList } from '#providers/chat/source-list.ts'
import { sourcesMax, sourceTitleLengthMax } from '#contract/chat-limits.ts'
import {
  answering,
  chatRequestOf,
  connectionTo,
  fixtureOf,
  outcomeOf,
  streamOf
} from '../support/node/fake-upstream.ts'

const asked = { searchesMax: 3, showsThinking: true } as const
const models = { openai: 'gpt-6-luna', xai: 'grok-4.3', anthropic: 'claude-sonnet-5-5' } as const
const fixtures = {
  openai: 'openai-responses-search-stream.txt',
  xai: 'xai-responses-search-stream.txt',
  anthropic: 'anthropic-messages-search-stream.txt'
} as const

async function read(name: EnvironmentSupplier, pieces: (string | Uint8Array)[], changes: Partial<ChatRequest> = asked) {
  const { send, sent } = answering(() => streamOf(pieces).response)
  const provider = chatProviderOf(connectionTo(name), { send })
  const { events, error } = await outcomeOf(
    provider.stream(chatRequestOf(models[name], changes), new AbortController().signal)
  )
  expect(error).toBeNull()
  return { events, body: sent[0]?.body }
}

const joined = (events: ChatEvent[], type: 'text' | 'thinking') =>
  events.map((event) => (event.type === type ? event.text : '')).join('')
const piecesOf = (events: ChatEvent[]) => ({
  thinking: joined(events, 'thinking'),
  text: joined(events, 'text'),
  searches: events.filter(({ type }) => type === 'search').length,
  sources: events.filter((event) => event.type === 'source'),
  end: events.at(-1)
})

const thought = 'Приветствие: отвечу тем же.\n\nСпрошу, чем помочь.'
const expected = {
  openai: {
    thinking: thought,
    text: 'Завтра дождь. ([example.org](https://example.org/weather?utm_source=openai))',
    source: { url: 'https://example.org/weather?utm_source=openai', title: 'Погода на завтра' }
  },
  xai: {
    thinking: thought,
    text: 'Завтра дождь. [[1]](https://example.org/weather)',
    source: { url: 'https://example.org/weather', title: 'example.org' }
  },
  anthropic: {
    thinking: 'Спрашивают о погоде. Поищу.',
    text: 'Завтра дождь.\u00A0[1](https://example.org/weather)',
    source: { url: 'https://example.org/weather', title: 'Погода на завтра' }
  }
}

describe.each(['openai', 'xai', 'anthropic'] as const)('%s', (name) => {
  const stream = fixtureOf(fixtures[name])
  const { thinking, text, source } = expected[name]
  const whole = {
    thinking,
    text,
    searches: 1,
    sources: [{ type: 'source', ...source }],
    end: {
      type: 'end',
      reason: 'complete',
      upstreamModel: models[name],
      // The recording of Anthropic tells no tokens of thinking.
      usage: { inputTokens: 3019, outputTokens: 60, searches: 1, ...(name !== 'anthropic' && { thinkingTokens: 32 }) }
    }
  }

  test('thinking, a search, text with its source, and what was searched, in their order', async () => {
    const { events } = await read(name, [stream])
    expect(piecesOf(events)).toEqual(whole)
    const order = events.map(({ type }) => type)
    expect(order.indexOf('thinking')).toBeLessThan(order.indexOf('search'))
    expect(order.indexOf('search')).toBeLessThan(order.indexOf('text'))
  })

  test.each([1, 7, 50, 333])('the same in network reads of %i bytes', async (size) => {
    const bytes = new TextEncoder().encode(stream)
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size)
    )
    const { events } = await read(name, pieces)
    expect(piecesOf(events)).toEqual(whole)
  })

  test('thinking that was not asked for is left out', async () => {
    const { events } = await read(name, [stream], { searchesMax: 3 })
    expect(piecesOf(events)).toEqual({ ...whole, thinking: '' })
  })
})

const extrasOf = ({ body }: { body: unknown }, ...fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, (body as Record<string, unknown>)[field]]))

describe('what is asked for', () => {
  test('of OpenAI', async () => {
    const sent = await read('openai', [fixtureOf(fixtures.openai)], { ...asked, effort: 'low' })
    expect(extrasOf(sent, 'tools', 'max_tool_calls', 'reasoning')).toEqual({
      tools: [{ type: 'web_search', user_location: { type: 'approximate' } }],
      max_tool_calls: 3,
      reasoning: { effort: 'low', summary: 'auto' }
    })
  })

  test('of xAI, which summarises its thinking always', async () => {
    const sent = await read('xai', [fixtureOf(fixtures.xai)])
    expect(extrasOf(sent, 'tools', 'max_turns', 'reasoning')).toEqual({
      tools: [{ type: 'web_search' }],
      max_turns: 3,
      reasoning: undefined
    })
  })

  test('of Anthropic', async () => {
    const sent = await read('anthropic', [fixtureOf(fixtures.anthropic)])
    expect(extrasOf(sent, 'tools', 'thinking')).toEqual({
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }],
      thinking: { type: 'adaptive', display: 'summarized' }
    })
  })

  test('nothing, when nothing is', async () => {
    for (const name of ['openai', 'xai', 'anthropic'] as const) {
      const { body } = await read(name, [fixtureOf(fixtures[name])], {})
      const fields = ['tools', 'thinking', 'reasoning', 'max_tool_calls', 'max_turns']
      expect(Object.keys(body as object).filter((field) => fields.includes(field))).toEqual([])
    }
  })
})

const event = (data: { type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
const block = (content: object) => event({ type: 'content_block_start', content_block: content } as { type: string })
const delta = (change: object) => event({ type: 'content_block_delta', delta: change } as { type: string })
const text = (said: string) => delta({ type: 'text_delta', text: said })
const cited = (url: string, title: string | null = null) =>
  delta({ type: 'citations_delta', citation: { type: 'web_search_result_location', url, title, cited_text: '' } })
const blockEnd = event({ type: 'content_block_stop' })
const messageEnd = (reason: string) =>
  event({ type: 'message_delta', delta: { stop_reason: reason }, usage: {} } as { type: string }) +
  event({ type: 'message_stop' })

test('a source that is cited again keeps its number, and several are marked together', async () => {
  const { events } = await read('anthropic', [
    text('Раз') + cited('https://a.example/') + cited('https://b.example/x(1)') + blockEnd,
    text(' Два') + cited('https://b.example/x(1)') + cited('https://b.example/x(1)') + blockEnd,
    text('Три\n') + cited('https://a.example/') + blockEnd,
    messageEnd('end_turn')
  ])
  expect(piecesOf(events)).toMatchObject({
    text: 'Раз\u00A0[1](https://a.example/)[2](https://b.example/x%281%29) Два\u00A0[2](https://b.example/x%281%29)Три\n',
    sources: [
      { url: 'https://a.example/', title: 'a.example' },
      { url: 'https://b.example/x(1)', title: 'b.example' }
    ]
  })
})

test('what Anthropic says after a search is a paragraph of its own; what it cites is not', async () => {
  const { events } = await read('anthropic', [
    block({ type: 'text', text: '' }) + text('Сейчас поищу.') + blockEnd,
    block({ type: 'server_tool_use', name: 'web_search', input: {} }) + blockEnd,
    block({ type: 'web_search_tool_result', content: [] }) + blockEnd,
    block({ type: 'text', text: '' }) + text('По данным ') + blockEnd,
    block({ type: 'text', text: '' }) + text('сайта') + cited('https://a.example/') + blockEnd,
    messageEnd('end_turn')
  ])
  expect(piecesOf(events).text).toBe('Сейчас поищу.\n\nПо данным сайта\u00A0[1](https://a.example/)')
})

test('a search that failed is none', async () => {
  const failed = {
    type: 'web_search_tool_result',
    content: { type: 'web_search_tool_result_error', error_code: 'unavailable' }
  }
  const { events } = await read('anthropic', [block(failed) + blockEnd + text('Не нашлось') + messageEnd('end_turn')])
  expect(piecesOf(events)).toMatchObject({ searches: 0, text: 'Не нашлось' })
})

test('opening a page that was found is no search', async () => {
  const item = (action: object, status = 'completed') =>
    event({ type: 'response.output_item.done', item: { type: 'web_search_call', status, action } } as { type: string })
  const { events } = await read('openai', [
    item({ type: 'search' }) + item({ type: 'open_page' }) + item({ type: 'search' }, 'failed'),
    event({ type: 'response.completed' })
  ])
  expect(piecesOf(events)).toMatchObject({ searches: 1 })
})

test('an answer that Anthropic has paused is truncated: the user may ask for more', async () => {
  const { events } = await read('anthropic', [text('Начало') + blockEnd + messageEnd('pause_turn')])
  expect(piecesOf(events)).toMatchObject({ text: 'Начало', end: { reason: 'truncated' } })
})

const titleOf = (title: string) => new SourceList().add('https://a.example/', title)?.title

describe('sources are not trusted', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://a.example',
    'data:text/html,<script>1</script>',
    '//a.example',
    '/api/user',
    'ftp://a.example/',
    'https://bank.ru@evil.example/',
    `https://a.example/${'x'.repeat(1000)}`,
    ''
  ])('%s is none', (url) => {
    const sources = new SourceList()
    expect([sources.add(url, 'Заголовок'), sources.markOf(url)]).toEqual([null, null])
  })

  test('a title is plain text of one line, and not endless', () => {
    expect(titleOf('  Раз\n\nдва\u202Eтри\u0000 ')).toBe('Раз два три')
    expect(titleOf('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
    expect(titleOf('я'.repeat(1000))).toHaveLength(sourceTitleLengthMax)
    expect(titleOf(' \u200B ')).toBe('a.example')
    expect(titleOf('Раз \uD83D два')).toBe('Раз два')
  })

  test('there are so many at most, each once', () => {
    const sources = new SourceList()
    for (let round = 0; round < 2; round++)
      for (let page = 0; page < sourcesMax * 2; page++) sources.add(`https://a.example/${page}`, null)
    expect(sources.markOf(`https://a.example/${sourcesMax - 1}`)).toBe(
      `[${sourcesMax}](https://a.example/${sourcesMax - 1})`
    )
    expect(sources.markOf(`https://a.example/${sourcesMax}`)).toBeNull()
  })
})
