// The calls of an Answer: what goes in, what comes out. Every call may be repeated safely with the same arguments.
import type { AnswerEnd } from '#contract/answers.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { OwnerOutcome } from '#domain/ledger-overdue.ts'
import type { AnswerRequest } from './store.ts'

/** Why an answer did not start, or cannot be read. */
export interface AnswerRefusal {
  state: 'refused'
  code: ErrorCode
  /** With INSUFFICIENT_TOKENS: what could be spent. */
  availableTokens?: number
}

/** `stream` is server-sent events, see `AnswerEvent`. */
export interface AnswerStream {
  state: 'accepted'
  stream: ReadableStream
}

export interface FinishedAnswer {
  state: 'finished'
  content: string
  end: AnswerEnd
}

export interface AnswerView {
  state: 'found'
  running: boolean
  content: string
  /** Null while the answer runs. */
  end: AnswerEnd | null
}

export type AskResult = AnswerRefusal | { state: 'accepted' }

export interface AnswerCalls {
  /** Starts the answer, or joins the one that this id already started. */
  ask(request: AnswerRequest): Promise<AskResult>
  /** As `ask`, with the reader's stream in the same call. */
  askAndRead(request: AnswerRequest): Promise<AnswerRefusal | AnswerStream>
  /**
   * As `ask`, but waits for the end. A repeated call while the first still runs is told so, unless it only `resumes` a
   * wait that a restart or a lost connection broke.
   */
  askAndWait(request: AnswerRequest, resumes?: boolean): Promise<AnswerRefusal | FinishedAnswer>
  /** The events after `lastId`; -1 is all of them. */
  read(lastId: number): Promise<AnswerRefusal | AnswerStream>
  view(): Promise<AnswerRefusal | AnswerView>
  /** Ends the answer where it is and says what that cost. A finished answer stays as it was. */
  stop(): Promise<AnswerRefusal | FinishedAnswer>
  /** What the wallet asks about a reservation that outlived its time. */
  outcomeOf(): Promise<OwnerOutcome>
}
