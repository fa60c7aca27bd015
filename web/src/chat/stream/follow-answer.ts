// Follows one answer to its end: sends the request, reads the stream, and reconnects when the connection breaks. It
// shows nothing itself: it reports news while it reads, and returns a verdict.
import type { z } from 'zod'
import {
  answerEvent,
  type AnswerEvent,
  generateText,
  readAnswer,
  stopAnswer as stopEndpoint
} from '#contract/answers.ts'
import { answerPrice } from '#contract/catalogue/answer-extras.ts'
import type { ChatService } from '#contract/catalogue/chat.ts'
import { answererFor } from '#contract/catalogue/models.ts'
import { eventStream } from '#contract/event-stream.ts'
import { clientCode } from '../../base/http/api-error.ts'
import '../../base/http/parse-output.ts'
import { ApiError, authorizedFetch, call, failureOf } from '../../base/session/client.ts'
import { modelsNow } from '../../base/session/models.ts'
import { type ShownPrice, shownPrice } from '../../base/session/prices.ts'
import { orderOf, type AnswerNews, type AnswerState } from './answer-state.ts'
import { Away } from './away.ts'

export type Question = z.input<typeof generateText.input>

const streamed = { accept: 'text/event-stream' }

type Priced = Pick<Question, 'service' | 'model' | 'webSearch'>

/** What the page shows for the answer, its files aside; taken when it is asked for, and sent with each of its attempts. */
export function shownPriceOf({ service, model: id, webSearch = false }: Priced): ShownPrice {
  const model = answererFor(modelsNow(), service as ChatService, id)
  return shownPrice(model ? answerPrice(model, { webSearch, thinking: false }) : 0)
}

/** Asks for an answer; resolves to its stream of events. Throws `ApiError`, or the abort's reason when aborted. */
export async function askAnswer(
  { service, ...body }: Question,
  operationId: string,
  { shown, signal }: { shown: ShownPrice; signal: AbortSignal }
): Promise<Response> {
  return opened(
    await authorizedFetch(generateText.path.replace(':service', service as string), {
      method: generateText.method,
      headers: {
        ...streamed,
        'content-type': 'application/json',
        'idempotency-key': operationId,
        ...shown
      },
      body: JSON.stringify(body),
      signal
    })
  )
}

/** The same stream, from the event after `lastEventId` on; -1 for the whole stream. Throws like `askAnswer`. */
export async function joinAnswer(operationId: string, lastEventId: number, signal: AbortSignal): Promise<Response> {
  const headers = lastEventId < 0 ? streamed : { ...streamed, 'last-event-id': String(lastEventId) }
  return opened(await authorizedFetch(readAnswer.path.replace(':id', operationId), { headers, signal }))
}

/** Stops the answer; resolves to what it cost. */
export const stopAnswer = (operationId: string) => call(stopEndpoint, { id: operationId })

async function opened(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await failureOf(response)
}

const firstPauseMs = 500
const longestPauseMs = 8000

/** Reconnecting is given up after so many attempts in a row without a new event. */
const attemptsMax = 9

/** Doubles with every attempt (0 is the first) up to eight seconds. Random, so that tabs do not reconnect all at once. */
const pauseMs = (attempt: number, random = Math.random()): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.75 + random / 2)

export type Verdict =
  /** `gone`: the server does not know the answer, or has deleted it. `lost`: the server cannot be reached. */
  | { type: 'ended' | 'gone' | 'lost' }
  /** The server did not accept the request: it reserved and saved nothing. */
  | { type: 'refused'; error: unknown }

interface FollowedAnswer {
  /** Sends the request; null when it was sent before. */
  ask: ((signal: AbortSignal) => Promise<Response>) | null
  join: (lastEventId: number, signal: AbortSignal) => Promise<Response>
  state: () => AnswerState
  tell: (news: AnswerNews) => void
  signal: AbortSignal
}

/** Whether the server has the request. `unsure`: the connection broke before it replied. */
type Asked = 'no' | 'unsure' | 'yes'

/** Rejects only when aborted. */
export async function followAnswer(answer: FollowedAnswer): Promise<Verdict> {
  const away = new Away()
  try {
    return await followed(answer, away)
  } finally {
    away.end()
  }
}

async function followed({ ask, join, state, tell, signal }: FollowedAnswer, away: Away): Promise<Verdict> {
  let asked: Asked = ask ? 'no' : 'yes'
  let failure: unknown
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const known = state().lastEventId
    let waitMs = pauseMs(attempt)
    const connection = away.connect(signal)
    try {
      const response = await (ask && asked === 'no' ? ask(connection) : join(known, connection))
      asked = 'yes'
      await readEvents(response, { connection, hear: away.hear }, (events) => take(events, state, tell))
    } catch (error) {
      if (signal.aborted) throw error
      failure = error
      const step: Asked | Verdict = ask && asked === 'no' ? afterAsking(error) : afterJoining(error, asked)
      if (typeof step !== 'string') return step
      if (asked === 'no' && step === 'yes') waitMs = 0
      asked = step
      if (error instanceof ApiError) waitMs = Math.max(waitMs, (error.retryAfter ?? 0) * 1000)
    }
    if (state().phase === 'ended') return { type: 'ended' }
    if (!away.isExcused) tell({ type: 'dropped' })
    // An attempt that brought an event resets the count. Out of sight it is never given up: the user finds it going on.
    if (state().lastEventId > known) attempt = -1
    else if (document.hidden) attempt = Math.min(attempt, attemptsMax - 2)
    if (!away.isGivenUp) await away.rest(waitMs, signal)
    if (away.takeReturn()) attempt = -1
  }
  return asked === 'yes' ? { type: 'lost' } : { type: 'refused', error: failure }
}

function take(events: NumberedEvent[], state: () => AnswerState, tell: (news: AnswerNews) => void) {
  for (const { id, event } of events) {
    // An event is missing: reconnect and read on after the last one that was taken.
    if (orderOf(state(), id) === 'early') return 'enough'
    tell({ type: 'event', id, event })
  }
  return state().phase === 'ended' ? 'enough' : 'more'
}

function afterAsking(error: unknown): Asked | Verdict {
  if (!(error instanceof ApiError)) return 'unsure'
  if (error.code === 'OPERATION_IN_PROGRESS') return 'yes'
  const answered = error.status > 0 && error.code !== clientCode.unreadable
  return answered ? { type: 'refused', error } : 'unsure'
}

function afterJoining(error: unknown, asked: Asked): Asked | Verdict {
  if (!(error instanceof ApiError)) return asked
  if (error.status === 404 && asked === 'unsure') return 'no'
  if (error.status === 404 || error.status === 410) return { type: 'gone' }
  return error.status === 401 || error.status === 403 ? { type: 'lost' } : asked
}

interface NumberedEvent {
  id: number
  event: AnswerEvent
}

/** The server pings every 15 seconds; a connection that is silent three times as long counts as broken. */
const silenceMaxMs = 45_000

/**
 * Passes the events of an answer's stream to `onPacket`, all events of a network packet in one call, until the stream ends
 * or `onPacket` returns `enough`. Throws when the connection breaks, falls silent or sends something that is not an event.
 */
async function readEvents(
  response: Response,
  { connection, hear }: { connection: AbortSignal; hear: () => void },
  onPacket: (events: NumberedEvent[]) => 'more' | 'enough'
) {
  if (!response.body) throw new TypeError('The answer has no body')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let packet: NumberedEvent[] = []
  const feed = eventStream(({ id, data }) => packet.push({ id: numberOf(id), event: eventOf(data) }))
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), connection)
      if (done) return
      hear()
      feed(value)
      if (packet.length === 0) continue
      const events = packet
      packet = []
      if (onPacket(events) === 'enough') return
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function numberOf(id: string | undefined): number {
  const number = Number(id || Number.NaN)
  if (!Number.isSafeInteger(number)) throw new TypeError('An event has no number')
  return number
}

/** Text and thinking are checked without zod: they are nearly all events of a stream. */
function eventOf(data: string): AnswerEvent {
  const value: unknown = JSON.parse(data)
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  if ((type === 'delta' || type === 'thinking') && typeof (value as { text?: unknown }).text === 'string')
    return value as AnswerEvent
  // An event type that a newer server added: read as an empty delta, so that its id is counted.
  return type === 'start' ||
    type === 'source' ||
    type === 'read' ||
    type === 'proposal' ||
    type === 'done' ||
    type === 'error'
    ? answerEvent.parse(value)
    : { type: 'delta', text: '' }
}

/** @param connection aborted when it is given up before that */
async function withinSilence<Value>(read: Promise<Value>, connection: AbortSignal): Promise<Value> {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The connection is silent')), silenceMaxMs)
    connection.throwIfAborted()
    connection.addEventListener('abort', () => reject(connection.reason as Error), { signal: over.signal })
  })
  try {
    return await Promise.race([read, silence])
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}
