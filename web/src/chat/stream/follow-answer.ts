// Stays with one answer until it ended: asks, reads, and joins again when the connection breaks. Nothing here shows
// anything; what was learnt is told as news, what came of it is the verdict.
import { ApiError } from '../../base/session/client.ts'
import { clientCode } from '../../base/http/api-error.ts'
import { pause } from '../../base/http/retry.ts'
import { takingOf, type AnswerNews, type AnswerState } from './answer-state.ts'
import { attemptsMax, pauseMs } from './backoff.ts'
import { readEvents, type NumberedEvent } from './read-events.ts'

export type Verdict =
  /** `gone`: the server knows nothing of the answer, or keeps it no more. `lost`: it cannot be reached. */
  | { type: 'ended' | 'gone' | 'lost' }
  /** The request was not taken: nothing was reserved, nothing saved. */
  | { type: 'refused'; error: unknown }

export interface FollowedAnswer {
  /** Null for an answer that was asked for before. */
  ask: ((signal: AbortSignal) => Promise<Response>) | null
  join: (lastEventId: number, signal: AbortSignal) => Promise<Response>
  state: () => AnswerState
  tell: (news: AnswerNews) => void
  signal: AbortSignal
}

/** `unsure`: the request got no answer, so it may or may not have been taken. */
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
    // An attempt that brought something begins the count anew.
    if (state().lastEventId > known) attempt = -1
    await pause(waitMs, signal, true)
  }
  return asked === 'yes' ? { type: 'lost' } : { type: 'refused', error: failure }
}

function take(events: NumberedEvent[], state: () => AnswerState, tell: (news: AnswerNews) => void) {
  for (const { id, event } of events) {
    // Something between is missing: the answer is asked for again from the last event that was taken.
    if (takingOf(state(), id) === 'early') return 'enough'
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
