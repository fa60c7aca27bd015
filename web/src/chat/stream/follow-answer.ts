// Follows one answer to its end: sends the request, reads the stream, and reconnects when the connection breaks. It
// shows nothing itself: it reports news while it reads, and returns a verdict.
import { ApiError } from '../../base/session/client.ts'
import { clientCode } from '../../base/http/api-error.ts'
import { pause } from '../../base/http/retry.ts'
import { orderOf, type AnswerNews, type AnswerState } from './answer-state.ts'
import { readEvents, type NumberedEvent } from './read-events.ts'

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
export async function followAnswer({ ask, join, state, tell, signal }: FollowedAnswer): Promise<Verdict> {
  let asked: Asked = ask ? 'no' : 'yes'
  let failure: unknown
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const known = state().lastEventId
    let waitMs = pauseMs(attempt)
    try {
      const response = await (ask && asked === 'no' ? ask(signal) : join(known, signal))
      asked = 'yes'
      await readEvents(response, (events) => take(events, state, tell))
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
    tell({ type: 'dropped' })
    // An attempt that brought an event resets the count.
    if (state().lastEventId > known) attempt = -1
    await pause(waitMs, signal, true)
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
