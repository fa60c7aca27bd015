// How a text answer ends and what it costs. Pure; the user's object stores the decision.
import type { AnswerEnd, AnswerEvent, Settlement } from '#contract/answers.ts'
import type { AnswerOutcome } from '#contract/catalogue/charge-rules.ts'
import { type ErrorCode, textOf } from '#contract/errors.ts'

const gatheredMs = 33

/**
 * How long text waits for what follows it, so that both go out in one write, which is a third of what a word costs. Only where a model
 * writes faster than this: a first word, the end and slower streams do not wait (`decisions/0087`).
 * @param sinceMs since the last write; less than nothing after a clock was put back
 */
export const gatheringMs = (sinceMs: number): number => Math.max(0, Math.min(gatheredMs, gatheredMs - sinceMs))

export interface AnswerFailure {
  code: ErrorCode
  /** Whole seconds, when the provider said how long to wait. */
  retryAfterSeconds?: number
}

/** The decision about an answer: made once, stored before money moves, never changed. */
export interface Ending {
  outcome: AnswerOutcome
  failure: AnswerFailure | null
}

/** How a provider's stream ended, in the provider's terms. */
export type StreamEnd =
  /** `tools`: the model waits for the results of functions of the caller's, which a chat has not. */
  | { kind: 'finished'; reason: 'complete' | 'truncated' | 'refused' | 'tools'; stopText?: string }
  | { kind: 'stopped' }
  | { kind: 'failed'; failure: AnswerFailure }
  | { kind: 'interrupted' }

/** An answer without text has failed, whatever reason the provider gives, unless the user stopped it. */
export function endingOf(end: StreamEnd, deliveredLength: number): Ending {
  switch (end.kind) {
    case 'stopped':
      return { outcome: 'stopped', failure: null }
    case 'interrupted':
      return { outcome: 'interrupted', failure: { code: 'ANSWER_INTERRUPTED' } }
    case 'failed':
      return { outcome: 'failed', failure: end.failure }
    case 'finished':
      if (end.reason === 'refused') return { outcome: 'refused', failure: { code: 'PROVIDER_REFUSED' } }
      if (deliveredLength === 0) return { outcome: 'failed', failure: { code: 'EMPTY_ANSWER' } }
      return { outcome: end.reason === 'tools' ? 'complete' : end.reason, failure: null }
    default:
      return end satisfies never
  }
}

/** Whether it failed because its service is not available: then its stored message says so, also to a page that opens later. */
export const isUnavailable = ({ outcome, failure }: Ending): boolean =>
  outcome === 'failed' && failure?.code === 'UNAVAILABLE'

/** The last event of an answer's stream. */
export function endEventOf(
  { outcome, failure }: Ending,
  settlement: Settlement,
  upstream: { model: string | null; usdMicros: number | null }
): AnswerEnd {
  if (failure)
    return {
      type: 'error',
      outcome,
      failure: {
        code: failure.code,
        text: textOf(failure.code),
        ...(failure.retryAfterSeconds === undefined ? {} : { retryAfter: failure.retryAfterSeconds })
      },
      settlement
    }
  return {
    type: 'done',
    outcome,
    upstreamModel: upstream.model,
    billing: {
      siteTokens: settlement.chargedTokens,
      ...(upstream.usdMicros === null ? {} : { usdWithMarkup: upstream.usdMicros / 1_000_000 })
    },
    settlement
  }
}

/** The bytes of one event; the same for every reader and every time it is read. */
export const eventText = (id: number, event: AnswerEvent) =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
