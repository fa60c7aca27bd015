import { describe, expect, test, vi } from 'vitest'
import { keptLengthMax } from '#durable-objects/metering/calls.ts'
import type { ChatPiece } from '#providers/chat/provider.ts'
import { KeptAnswer, repeatedAnswer } from '#worker/api/calls/kept-answer.ts'
import { EventsOfMessage, WholeMessage } from '#worker/api/messages/writing.ts'

const text = (said: string): ChatPiece => ({ type: 'text', text: said })
const receipt = {
  callId: 'c',
  keyId: 'k',
  model: 'm',
  upstreamModel: null,
  outcome: 'complete' as const,
  ms: 1,
  createdAt: 1,
  costMicros: 5,
  estimated: false,
  inputTokens: 1,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 1
}

describe('a kept answer', () => {
  test('counts its words and not how many parts they came in', () => {
    const kept = new KeptAnswer()
    for (let part = 0; part < 100_000; part += 1) kept.add(text('слово '))
    expect(JSON.parse(kept.written({ reason: 'complete', stopText: null }) ?? '').pieces).toEqual([
      text('слово '.repeat(100_000))
    ])
    kept.add(text('x'.repeat(keptLengthMax)))
    expect(kept.written({ reason: 'complete', stopText: null })).toBeNull()
  })

  test('is given with what it has cost', async () => {
    const kept = new KeptAnswer()
    const call: ChatPiece[] = [
      { type: 'tool-call', index: 0, id: 'a', name: 'f' },
      { type: 'tool-arguments', index: 0, text: '{"a"' },
      { type: 'tool-arguments', index: 0, text: ':1}' }
    ]
    for (const piece of [text('По'), text('года'), ...call]) kept.add(piece)
    const take = vi.fn<(piece: ChatPiece) => void>()
    const read = async () => ({
      isKept: true,
      answer: kept.written({ reason: 'tools', stopText: null, thinkingTokens: 7 }),
      receipt
    })
    const end = await repeatedAnswer({ read, take, signal: new AbortController().signal })
    expect(take.mock.calls.map(([piece]) => piece)).toEqual([
      text('Погода'),
      call[0],
      { type: 'tool-arguments', index: 0, text: '{"a":1}' }
    ])
    expect(end).toMatchObject({ reason: 'tools', billed: { costMicros: 5, usage: { thinkingTokens: 7 } } })
  })
})

test('arguments of a call that go on beside a text stay its own', () => {
  const pieces: ChatPiece[] = [
    { type: 'tool-call', index: 0, id: 'a', name: 'f' },
    { type: 'tool-arguments', index: 0, text: '{"a":' },
    text('hi'),
    { type: 'tool-arguments', index: 0, text: '1}' }
  ]
  const named = { id: 'msg_1', model: 'm' }
  const end = {
    reason: 'tools' as const,
    stopText: null,
    billed: { usage: { inputTokens: 1, outputTokens: 1 }, costMicros: 1 }
  }
  const whole = new WholeMessage()
  for (const piece of pieces) whole.add(piece)
  expect(whole.body(named, end)).toMatchObject({ content: [{ type: 'tool_use', input: { a: 1 } }, { text: 'hi' }] })
  const events = new EventsOfMessage(named, 1)
  const sent = `${pieces.map((piece) => events.piece(piece)).join('')}${events.end(end)}`
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)))
  const ofCall = sent.filter(({ delta }) => delta?.type === 'input_json_delta')
  expect(ofCall.map(({ index, delta }) => [index, delta.partial_json])).toEqual([
    [0, '{"a":'],
    [0, '1}']
  ])
  expect(sent.filter(({ type }) => type === 'content_block_stop').map(({ index }) => index)).toEqual([1, 0])
})
