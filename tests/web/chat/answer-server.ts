// One answer as the server streams it to any number of readers: numbered events, cut where a test wants.
import { vi } from 'vitest'
import { succeed } from '../fake-api.ts'
import type { AnswerEnd, AnswerEvent } from '#contract/answers.ts'
import { ApiError } from '#web/src/base/http/api-error.ts'
import { askedAnswer, joinedAnswer, nextAnswer, type AnswerState } from '#web/src/chat/stream/answer-state.ts'
import { followAnswer } from '#web/src/chat/stream/follow-answer.ts'

export const doneEvent: AnswerEnd = {
  type: 'done',
  outcome: 'complete',
  upstreamModel: 'gpt-6-luna',
  billing: { siteTokens: 5, usdWithMarkup: 0.0012 },
  settlement: { priceTokens: 5, chargedTokens: 5, returnedTokens: 0, balanceTokens: 5 }
}

export const startEvent: AnswerEvent = {
  type: 'start',
  operationId: 'operation-1',
  service: 'chatgpt',
  model: 'gpt-4o-mini',
  conversationId: 1,
  priceTokens: 5
}

export const eventsOf = (chunks: readonly string[], end: AnswerEnd = doneEvent): AnswerEvent[] => [
  startEvent,
  ...chunks.map((text): AnswerEvent => ({ type: 'delta', text })),
  end
]

const wire = (id: number, event: AnswerEvent) => `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** The events after `lastId` as a response. After `cutAfter` bytes the connection breaks (`breaks`) or just ends. */
export function streamOf(
  events: readonly AnswerEvent[],
  lastId: number,
  { cutAfter = Infinity, breaks = false }: { cutAfter?: number; breaks?: boolean } = {}
): Response {
  const text = events.map((event, id) => (id > lastId ? wire(id, event) : '')).join('')
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Small packets, so that cuts also fall inside characters and lines.
      for (let at = 0; at < Math.min(bytes.length, cutAfter); at += 7)
        controller.enqueue(bytes.slice(at, Math.min(at + 7, cutAfter)))
      if (breaks && bytes.length > cutAfter) controller.error(new TypeError('network error'))
      else controller.close()
    }
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** A stream to which a test writes events. */
export function openStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  let id = 0
  return {
    response: () => new Response(readable),
    send: (event: AnswerEvent) => void writer.write(new TextEncoder().encode(wire(id++, event))),
    close: () => void writer.close()
  }
}

/** An answer that has begun with a word, and ends when the test says so or its user stops it. */
export function heldAnswer() {
  const { response, send, close } = openStream()
  send(startEvent)
  send({ type: 'delta', text: 'Половина' })
  const end = (last: AnswerEnd) => {
    send(last)
    close()
  }
  const stop = () => {
    end(stoppedEvent)
    return succeed({ outcome: 'stopped', billing: { siteTokens: 2 }, settlement: stoppedEvent.settlement })
  }
  return { response: response(), end, stop }
}

export const stoppedEvent: AnswerEnd = {
  ...doneEvent,
  outcome: 'stopped',
  settlement: { ...doneEvent.settlement, chargedTokens: 2, returnedTokens: 3 }
}

export const refusedWith = (status: number, code: string, retryAfter?: number): ApiError =>
  new ApiError(code, { code, status, retryAfter })

export const offline = (): ApiError => new ApiError('Failed to fetch', { code: 'NETWORK', status: 0 })

type Step = (lastEventId: number) => Response | Error

const runStep = async (steps: Step[], lastEventId: number): Promise<Response> => {
  const step = steps.shift()
  if (!step) throw new Error('An unexpected request')
  const result = step(lastEventId)
  if (result instanceof Error) throw result
  return result
}

/** Follows an answer whose requests get the given results. Fake timers skip the pauses. */
export async function follow({ ask, join }: { ask?: Step[]; join: Step[] }) {
  vi.useFakeTimers()
  try {
    let state: AnswerState = ask ? askedAnswer : joinedAnswer
    const requests: string[] = []
    const phases: string[] = []
    const running = followAnswer({
      ask: ask
        ? () => {
            requests.push('ask')
            return runStep(ask, -1)
          }
        : null,
      join: (lastEventId) => {
        requests.push(`join after ${lastEventId}`)
        return runStep(join, lastEventId)
      },
      state: () => state,
      tell: (news) => {
        state = nextAnswer(state, news)
        if (phases.at(-1) !== state.phase) phases.push(state.phase)
      },
      signal: new AbortController().signal
    })
    const settled: unknown[] = []
    void running.then((verdict) => settled.push(verdict))
    while (settled.length === 0) await vi.advanceTimersByTimeAsync(1000)
    return { verdict: await running, state, requests, phases }
  } finally {
    vi.useRealTimers()
  }
}
