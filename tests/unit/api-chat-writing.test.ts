import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ChatPiece } from '#providers/chat/provider.ts'
import { PieceQueue } from '#worker/api/calls/piece-queue.ts'
import type { Billed } from '#worker/api/calls/model-call.ts'
import { ChunkWriter, WholeAnswer } from '#worker/api/chat/writing.ts'

const named = { id: 'chatcmpl-1', created: 1, model: 'm' }
const billed: Billed = {
  usage: { inputTokens: 12, cachedInputTokens: 4, outputTokens: 3, thinkingTokens: 2 },
  costMicros: 19_500
}
const pieces: ChatPiece[] = [
  { type: 'thinking', text: 'Хм' },
  { type: 'text', text: 'Смотрю' },
  { type: 'tool-call', index: 0, id: 'c1', name: 'look' },
  { type: 'tool-arguments', index: 0, text: '{"a":' },
  { type: 'tool-arguments', index: 0, text: '1}' }
]

/** The events of a text, as a client reads them. */
const dataOf = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => (event === 'data: [DONE]' ? 'done' : JSON.parse(event.replace(/^data: /, ''))))

function written(tellsUsage: boolean): string {
  const writer = new ChunkWriter(named, tellsUsage)
  return [writer.begin(), ...pieces.map((piece) => writer.piece(piece)), writer.end('tool_calls', billed)].join('')
}

describe('a stream', () => {
  it('has one id, choices in every chunk, one finish reason and an end', () => {
    const events = dataOf(written(false))
    const chunks = events.slice(0, -1) as { id: string; choices: { delta: object; finish_reason: string | null }[] }[]
    expect(events.at(-1)).toBe('done')
    expect(new Set(chunks.map(({ id }) => id))).toEqual(new Set(['chatcmpl-1']))
    expect(chunks.every(({ choices }) => choices.length === 1)).toBe(true)
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason).filter(Boolean)).toEqual(['tool_calls'])
    expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([
      { role: 'assistant', content: '' },
      { reasoning_content: 'Хм' },
      { content: 'Смотрю' },
      { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'look', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"a":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '1}' } }] },
      {}
    ])
  })

  it('tells the usage once, and only when it was asked for', () => {
    expect(written(false)).not.toContain('usage')
    const last = dataOf(written(true)).at(-2)
    expect(last).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 12,
        completion_tokens: 3,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 2 },
        cost: 0.0195
      }
    })
  })
})

it('writes the whole answer as one body', () => {
  const answer = new WholeAnswer()
  for (const piece of pieces) answer.add(piece)
  const body = answer.body(named, 'tool_calls', billed)
  expect(body.choices).toEqual([
    {
      index: 0,
      finish_reason: 'tool_calls',
      logprobs: null,
      message: {
        role: 'assistant',
        content: 'Смотрю',
        refusal: null,
        reasoning_content: 'Хм',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } }]
      }
    }
  ])
})

describe('the queue between a call and its response', () => {
  it('gives all that has come at once, and says when nothing follows', async () => {
    const queue = new PieceQueue<number>()
    queue.push(1)
    queue.push(2)
    expect(await queue.hasNews(1000)).toBe(true)
    expect(queue.take()).toEqual([1, 2])
    const waiting = queue.hasNews(60_000)
    queue.push(3)
    expect(await waiting).toBe(true)
    queue.close()
    expect(queue.take()).toEqual([3])
    expect(queue.take()).toBeNull()
  })

  it('says that nothing has come in time', async () => {
    expect(await new PieceQueue<number>().hasNews(1)).toBe(false)
  })

  it('measures each wait from its own beginning, with one timer for all of them', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const queue = new PieceQueue<number>()
    for (const waitedMs of [600, 900, 50]) {
      const waiting = queue.hasNews(1000)
      await vi.advanceTimersByTimeAsync(waitedMs)
      queue.push(waitedMs)
      expect(await waiting).toBe(true)
      expect(queue.take()).toEqual([waitedMs])
      expect(vi.getTimerCount()).toBe(1)
    }
    const [waiting, woken] = [queue.hasNews(1000), vi.fn()]
    void waiting.then(woken)
    await vi.advanceTimersByTimeAsync(999)
    expect(woken).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await waiting).toBe(false)
    const [again] = await Promise.all([queue.hasNews(1000), vi.advanceTimersByTimeAsync(1000)])
    expect(again).toBe(false)
    const [last] = [queue.hasNews(1000), queue.close()]
    expect(await last).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('notices a wait that is shorter than the one before', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const queue = new PieceQueue<number>()
    const [long] = [queue.hasNews(60_000), queue.push(1)]
    expect(await long).toBe(true)
    queue.take()
    const [short] = await Promise.all([queue.hasNews(10), vi.advanceTimersByTimeAsync(10)])
    expect(short).toBe(false)
  })
})
