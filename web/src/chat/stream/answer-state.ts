// The state of one answer in the browser, and how events change it. Only the event that directly follows the last one
// appends text: a repeated event changes nothing, and one that comes too early is not taken.
import type { AnswerEnd, AnswerEvent, Settlement } from '#contract/answers.ts'
import type { AnswerSource } from '#contract/answer-sources.ts'
import type { Billing } from '#contract/chats.ts'
import type { ReadPlace } from '#contract/projects.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'

export type AnswerPhase =
  /** The request was sent; the server has not accepted it yet. */
  | 'asking'
  | 'streaming'
  /** The connection broke; the server goes on with the answer. */
  | 'reconnecting'
  /** Reconnecting was given up; the user may try again. */
  | 'lost'
  /** The server does not know the answer, or has deleted it. */
  | 'gone'
  | 'ended'

export interface AnswerState {
  phase: AnswerPhase
  /** The server sent `start`: it accepted the request and saved the user's message. */
  accepted: boolean
  stopping: boolean
  /** Id of the last event that was taken; -1 before the first. */
  lastEventId: number
  text: string
  thinking: string
  sources: readonly AnswerSource[]
  /** What of the project's files the model was shown. */
  read: readonly ReadPlace[]
  proposals: readonly WorkProposal[]
  end: AnswerEnd | null
}

export type AnswerNews =
  | { type: 'event'; id: number; event: AnswerEvent }
  | { type: 'dropped' | 'lost' | 'gone' | 'stop-asked' | 'stop-failed' }
  | { type: 'stopped'; billing: Billing; settlement: Settlement; outcome: AnswerEnd['outcome'] }

export const askedAnswer: AnswerState = {
  phase: 'asking',
  accepted: false,
  stopping: false,
  lastEventId: -1,
  text: '',
  thinking: '',
  sources: [],
  read: [],
  proposals: [],
  end: null
}

/** The first state of an answer that was running before this page was opened. */
export const joinedAnswer: AnswerState = { ...askedAnswer, phase: 'reconnecting', accepted: true }

export const isRunning = ({ phase }: AnswerState): boolean =>
  phase === 'asking' || phase === 'streaming' || phase === 'reconnecting'

type EventOrder = 'next' | 'repeated' | 'early'

/** Whether an event directly follows the last one that was taken. */
export function orderOf(state: AnswerState, id: number): EventOrder {
  if (id === state.lastEventId + 1) return 'next'
  return id <= state.lastEventId ? 'repeated' : 'early'
}

export function nextAnswer(state: AnswerState, news: AnswerNews): AnswerState {
  if (state.phase === 'ended') return state
  switch (news.type) {
    case 'event':
      return orderOf(state, news.id) === 'next' ? withEvent({ ...state, lastEventId: news.id }, news.event) : state
    case 'dropped':
      return { ...state, phase: 'reconnecting' }
    case 'lost':
      return { ...state, phase: 'lost' }
    case 'gone':
      return { ...state, phase: 'gone' }
    case 'stop-asked':
      return { ...state, stopping: true }
    case 'stop-failed':
      return { ...state, stopping: false }
    case 'stopped':
      return withEnd(state, {
        type: 'done',
        outcome: news.outcome,
        upstreamModel: null,
        billing: news.billing,
        settlement: news.settlement
      })
    default:
      return news satisfies never
  }
}

function withEvent(state: AnswerState, event: AnswerEvent): AnswerState {
  switch (event.type) {
    case 'start':
      return { ...state, phase: 'streaming', accepted: true }
    case 'delta':
      return { ...state, phase: 'streaming', text: state.text + event.text }
    case 'thinking':
      return { ...state, phase: 'streaming', thinking: state.thinking + event.text }
    case 'source':
      return { ...state, phase: 'streaming', sources: [...state.sources, { url: event.url, title: event.title }] }
    case 'read':
      return { ...state, phase: 'streaming', read: event.places }
    case 'proposal':
      return {
        ...state,
        phase: 'streaming',
        proposals: [...state.proposals, { kind: event.kind, prompt: event.prompt }]
      }
    case 'done':
    case 'error':
      return withEnd(state, event)
    default:
      return event satisfies never
  }
}

const withEnd = (state: AnswerState, end: AnswerEnd): AnswerState => ({
  ...state,
  phase: 'ended',
  accepted: true,
  stopping: false,
  end
})
