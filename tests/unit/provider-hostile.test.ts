// Answers that are made to fill the memory or to run for ever: each ends, and its connection is closed.
import { expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatConnection } from '#providers/chat/connection.ts'
import {
  answering,
  chatRequestOf,
  connectionTo,
  resellerConnection,
  textOf,
  outcomeOf
} from '../support/node/fake-upstream.ts'

const encoder = new TextEncoder()

/** Bytes that are repeated for ever; `readBytes` says how many were read. */
function endless(opening: string, piece: string, type = 'text/event-stream') {
  const bytes = encoder.encode(piece)
  const state = { readBytes: 0, isReleased: false }
  let isOpen = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = isOpen ? bytes : encoder.encode(opening)
        isOpen = true
        state.readBytes += next.byteLength
        controller.enqueue(next)
      },
      cancel() {
        state.isReleased = true
      }
    },
    { highWaterMark: 0 }
  )
  return { state, response: new Response(body, { headers: { 'content-type': type } }) }
}

async function read(connection: ChatConnection, stream: ReturnType<typeof endless>) {
  const { send } = answering(() => stream.response)
  const asked = chatProviderOf(connection, { send }).stream(chatRequestOf('some-model'), new AbortController().signal)
  const outcome = await outcomeOf(asked)
  await Promise.resolve()
  expect(stream.state.isReleased).toBe(true)
  expect(stream.state.readBytes).toBeLessThan(12_000_000)
  return outcome
}

const anthropic = connectionTo('anthropic')
const openai = connectionTo('openai')
const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
const kilobyte = 'ж'.repeat(512)
const spoken = {
  's-reseller0001': chunk(kilobyte),
  openai: `event: response.output_text.delta\ndata: ${JSON.stringify({ delta: kilobyte })}\n\n`,
  anthropic: `event: content_block_delta\ndata: ${JSON.stringify({ delta: { type: 'text_delta', text: kilobyte } })}\n\n`
}

test.each([resellerConnection, openai, anthropic])(
  '$supplier: an answer without end is cut off like one that reached the limit of its request',
  async (connection) => {
    const piece = spoken[connection.supplier as keyof typeof spoken].repeat(64)
    const { events, error } = await read(connection, endless(piece, piece))
    expect(error).toBeNull()
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'truncated', usage: null })
    expect(textOf(events)).toHaveLength(20_000 + 16 * 1024)
  }
)

test.each([
  ['a line without end', resellerConnection, 'data: {"a":"', 'x'.repeat(65_536)],
  ['a line of nothing', resellerConnection, 'data: ', ' '.repeat(65_536)],
  ['a line without a field', resellerConnection, 'x', 'x'.repeat(65_536)],
  ['one event of many lines', resellerConnection, 'data: {\n', 'data: "a",\n'.repeat(6000)],
  ['one JSON without end', resellerConnection, '{"choices":[{"message":{"content":"', 'x'.repeat(65_536)],
  ['newlines', resellerConnection, '\n', '\n'.repeat(65_536)],
  ['comments', resellerConnection, ': ping\n\n', `: ${'ping'.repeat(16_000)}\n\n`],
  ['empty chunks', resellerConnection, 'data: {"choices":[]}\n\n', 'data: {"choices":[]}\n\n'.repeat(3000)],
  ['empty texts', resellerConnection, chunk(''), chunk('').repeat(1000)],
  [
    'thinking that is not shown',
    resellerConnection,
    chunk(''),
    'data: {"choices":[{"delta":{"reasoning":"мм"}}]}\n\n'.repeat(1000)
  ],
  ['a line without end', openai, 'event: response.completed\ndata: {"a":"', 'x'.repeat(65_536)],
  ['pings', anthropic, 'event: ping\ndata: {}\n\n', 'event: ping\ndata: {}\n\n'.repeat(3000)]
] as const)('%s from %o ends as no answer', async (_, connection, opening, piece) => {
  const { events, error } = await read(connection, endless(opening, piece))
  expect(events).toEqual([])
  expect(error).toMatchObject({ kind: 'malformed', retryable: false, code: 'too-long' })
})

test('a page without end is not read', async () => {
  const stream = endless('<html>', '<p>'.repeat(20_000), 'text/html')
  const { error } = await read(resellerConnection, stream)
  expect(error).toMatchObject({ kind: 'malformed' })
  expect(stream.state.readBytes).toBe(0)
})
