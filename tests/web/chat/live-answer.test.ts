import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeApi, keepTokens, refuse, succeed, type Asked } from '../fake-api.ts'
import { LiveAnswer } from '#web/src/chat/stream/live-answer.ts'
import { doneEvent, eventsOf, openStream, startEvent, streamOf } from './answer-server.ts'

const question = { service: 'chatgpt', prompt: 'Вопрос', model: 'gpt-4o', conversationId: 1 } as const
const turn = { operationId: 'operation-1', conversationId: 1, prompt: 'Вопрос', model: 'gpt-4o' }
const asking = () => new LiveAnswer({ ...turn, question })
const joining = () => new LiveAnswer({ ...turn, question: null })

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance']
  })
  keepTokens('anna')
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** An answer whose first paragraph is shown. */
async function begun() {
  const stream = openStream()
  fakeApi({ 'POST /ai/text/chatgpt': stream.response })
  const answer = asking()
  const followed = answer.follow()
  stream.send(startEvent)
  stream.send({ type: 'delta', text: 'Начало.\n\n' })
  await pass(50)
  return { stream, answer, followed }
}

async function endAtOnce(stream: ReturnType<typeof openStream>) {
  stream.send({ type: 'delta', text: 'Абзац из нескольких слов.\n\n'.repeat(100) })
  stream.send(doneEvent)
  await pass(100)
}

describe('a live answer', () => {
  test('notifies its subscribers once per frame, however many words arrive in between', async () => {
    const stream = openStream()
    fakeApi({ 'POST /ai/text/chatgpt': stream.response })
    const answer = asking()
    let drawn = 0
    answer.subscribe(() => (drawn += 1))
    const followed = answer.follow()
    stream.send(startEvent)
    await pass(50)
    drawn = 0
    for (const word of ['раз ', 'два ', 'три ']) {
      stream.send({ type: 'delta', text: word })
      await pass(1)
    }
    expect([drawn, answer.view().state.text]).toEqual([0, ''])
    await pass(16)
    expect([drawn, answer.view().state.text]).toEqual([1, 'раз два три '])
    stream.send(doneEvent)
    await pass(0)
    // The last words, and then what stands below an answer.
    expect([drawn, answer.view().state.phase]).toEqual([3, 'ended'])
    expect(await followed).toEqual({ type: 'ended' })
  })

  test('whose last words come all at once shows them a little at a time, and its end after them', async () => {
    const { stream, answer, followed } = await begun()
    const shown: [phase: string, blocks: number][] = []
    answer.subscribe(() => {
      const { state, sections } = answer.view()
      shown.push([state.phase, sections.flat().length])
    })
    await endAtOnce(stream)
    expect(shown.map(([phase]) => phase)).toEqual(['streaming', 'streaming', 'streaming', 'ended'])
    expect(shown.map(([, blocks]) => blocks)).toEqual([37, 74, 101, 101])
    expect(await followed).toEqual({ type: 'ended' })
  })

  test('that is aborted while its last words are drawn shows no more of them, and has no end', async () => {
    const { stream, answer, followed } = await begun()
    const stop = answer.subscribe(() => {
      stop()
      answer.abort()
    })
    await endAtOnce(stream)
    expect(await followed).toBe(null)
    expect([answer.view().state.phase, answer.view().sections.flat().length]).toEqual(['streaming', 37])
  })

  test('sends its request once, with its id, and reconnects with the id of its last event', async () => {
    const events = eventsOf(['раз ', 'два'])
    const { asked } = fakeApi({
      'POST /ai/text/chatgpt': () => streamOf(events.slice(0, 2), -1),
      'GET /ai/text/answers/operation-1': ({ headers }: Asked) => streamOf(events, Number(headers.get('last-event-id')))
    })
    const followed = asking().follow()
    await pass(5000)
    expect(await followed).toEqual({ type: 'ended' })
    expect(
      asked.map(({ method, headers }) => [method, headers.get('idempotency-key'), headers.get('last-event-id')])
    ).toEqual([
      ['POST', 'operation-1', null],
      ['GET', null, '1']
    ])
    expect(asked[0]?.body).toEqual({ prompt: 'Вопрос', model: 'gpt-4o', conversationId: 1 })
  })

  test('whose connection was given up continues after its last event when rejoined', async () => {
    const events = eventsOf(['раз ', 'два'])
    let online = false
    fakeApi({
      'GET /ai/text/answers/operation-1': ({ headers }: Asked) => {
        if (!online) throw new TypeError('Failed to fetch')
        return streamOf(events, Number(headers.get('last-event-id') ?? -1))
      }
    })
    const answer = joining()
    const followed = answer.follow()
    await pass(120_000)
    expect(await followed).toEqual({ type: 'lost' })
    expect(answer.view().state.phase).toBe('lost')
    online = true
    const again = answer.rejoin()
    await pass(5000)
    expect(await again).toEqual({ type: 'ended' })
    expect(answer.view().state.text).toBe('раз два')
  })

  test('ends with the result of the stop call when its stream brings no end', async () => {
    const stream = openStream()
    const settlement = { priceTokens: 5, chargedTokens: 2, returnedTokens: 3, balanceTokens: 8 }
    fakeApi({
      'POST /ai/text/chatgpt': stream.response,
      'DELETE /ai/text/answers/operation-1': () =>
        succeed({ outcome: 'stopped', billing: { siteTokens: 2 }, settlement })
    })
    const answer = asking()
    void answer.follow()
    stream.send(startEvent)
    stream.send({ type: 'delta', text: 'Это **важ' })
    await pass(50)
    const stopped = answer.stop()
    expect(answer.view().state.stopping).toBe(true)
    await stopped
    expect(answer.view().state.phase).toBe('streaming')
    await pass(3000)
    await vi.waitFor(() => expect(answer.view().state.phase).toBe('ended'), { timeout: 5000 })
    expect(answer.view().state).toMatchObject({ end: { outcome: 'stopped', settlement } })
    // What it has begun is drawn without the marks.
    expect(answer.view().sections.flat()).toMatchObject([{ closed: true, isCut: true }])
    answer.abort()
  })

  test('goes on when the stop call fails', async () => {
    const stream = openStream()
    fakeApi({
      'POST /ai/text/chatgpt': stream.response,
      'DELETE /ai/text/answers/operation-1': () => refuse(500, { error: 'Нет' })
    })
    const answer = asking()
    void answer.follow()
    stream.send(startEvent)
    await pass(50)
    await expect(answer.stop()).rejects.toThrow('Нет')
    expect(answer.view().state).toMatchObject({ phase: 'streaming', stopping: false })
    answer.abort()
  })
})
