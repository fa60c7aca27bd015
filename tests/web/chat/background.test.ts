// A phone puts the page to sleep while an answer comes in, and wakes it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedAnswer, joinedAnswer, nextAnswer, type AnswerState } from '#web/src/chat/stream/answer-state.ts'
import { followAnswer } from '#web/src/chat/stream/follow-answer.ts'
import { eventsOf, offline, openStream, refusedWith, streamOf } from './answer-server.ts'

const events = eventsOf(['Горы ', 'выше ', 'холмов'])
const rest = (lastId: number) => streamOf(events, lastId)

let hidden = false
beforeEach(() => {
  vi.useFakeTimers()
  hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const see = (isHidden: boolean) => {
  hidden = isHidden
  document.dispatchEvent(new Event('visibilitychange'))
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

type Reply = (lastEventId: number) => Response | Error | Promise<Response>

/** Follows an answer whose requests get these replies in turn; the last reply is given again and again. */
function begin(replies: Reply[], isAsked = true) {
  let state: AnswerState = isAsked ? askedAnswer : joinedAnswer
  const requests: string[] = []
  const phases: string[] = []
  const reply = async (name: string, lastEventId: number, signal: AbortSignal) => {
    requests.push(name)
    const next = replies.length > 1 ? replies.shift() : replies[0]
    const result = next!(lastEventId)
    if (result instanceof Error) throw result
    return Promise.race([
      result,
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    ])
  }
  const verdict = followAnswer({
    ask: isAsked ? (signal) => reply('ask', -1, signal) : null,
    join: (lastEventId, signal) => reply(`join after ${lastEventId}`, lastEventId, signal),
    state: () => state,
    tell: (news) => {
      state = nextAnswer(state, news)
      if (phases.at(-1) !== state.phase) phases.push(state.phase)
    },
    signal: new AbortController().signal
  })
  return { verdict, requests, phases, text: () => state.text }
}

/** A connection that has brought the beginning and then nothing, as one that died in a pocket. */
function dead() {
  const stream = openStream()
  for (const event of events.slice(0, 2)) stream.send(event)
  return stream.response()
}

const never = () => new Promise<Response>(() => undefined)

test('a dead connection is given up at the return, and the answer goes on from there, without a word of it', async () => {
  const { verdict, requests, phases, text } = begin([dead, rest])
  await pass(100)
  expect(text()).toBe('Горы ')
  see(true)
  await pass(20_000)
  expect(requests).toEqual(['ask'])
  see(false)
  await pass(0)
  expect(await verdict).toEqual({ type: 'ended' })
  expect({ text: text(), requests, phases }).toEqual({
    text: 'Горы выше холмов',
    requests: ['ask', 'join after 1'],
    phases: ['streaming', 'ended']
  })
})

test('a connection that has just brought words is not given up', async () => {
  const stream = openStream()
  const { verdict, requests } = begin([() => stream.response(), rest])
  for (const event of events.slice(0, 2)) stream.send(event)
  await pass(100)
  see(true)
  await pass(1000)
  see(false)
  for (const event of events.slice(2)) stream.send(event)
  await pass(100)
  expect([await verdict, requests]).toEqual([{ type: 'ended' }, ['ask']])
})

test('out of sight an answer is not given up, however long the network is away, and the return takes it up at once', async () => {
  let isAway = true
  const { requests, phases, text, verdict } = begin([dead, (lastId) => (isAway ? offline() : rest(lastId))])
  await pass(100)
  see(true)
  await pass(600_000)
  expect(phases).toEqual(['streaming'])
  isAway = false
  const before = requests.length
  see(false)
  await pass(0)
  expect(await verdict).toEqual({ type: 'ended' })
  expect([text(), phases, requests.length - before]).toEqual(['Горы выше холмов', ['streaming', 'ended'], 1])
})

test('a network that stays away after the return is told of', async () => {
  const { phases, verdict } = begin([dead, offline])
  await pass(100)
  see(true)
  await pass(60_000)
  see(false)
  await pass(4000)
  expect(phases).toEqual(['streaming'])
  await pass(300_000)
  expect([phases, await verdict]).toEqual([['streaming', 'reconnecting'], { type: 'lost' }])
})

test('a question whose request went silent is looked for before it is asked again, under the same id', async () => {
  const { verdict, requests } = begin([never, () => refusedWith(404, 'NOT_FOUND'), rest])
  see(true)
  await pass(30_000)
  see(false)
  await pass(2000)
  expect([await verdict, requests]).toEqual([{ type: 'ended' }, ['ask', 'join after -1', 'ask']])
})

test('with the network a connection of the old one is given up', async () => {
  const { verdict, requests } = begin([dead, rest])
  await pass(10_000)
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect([await verdict, requests]).toEqual([{ type: 'ended' }, ['ask', 'join after 1']])
})
