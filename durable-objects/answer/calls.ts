// The calls of an Answer: what goes in, what comes out. Every call may be repeated safely with the same arguments.
import type { AnswerEnd } from '#contract/answers.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { OwnerOutcome } from '#domain/ledger-overdue.ts'
import type { AnswerRequest } from './store.ts'

/** Why an answer did not start, or cannot be read. */
export interface AnswerRefusal {
  state: 'refused'
  code: ErrorCode
  /** With INSUFFICIENT_TOKENS: the tokens that the user has available. */
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
   * As `ask`, but waits for the end. A repeated call while the first one runs is refused with OPERATION_IN_PROGRESS,
   * unless `resumes` says that it continues a wait that a restart or a lost connection broke.
   */
  askAndWait(request: AnswerRequest, resumes?: boolean): Promise<AnswerRefusal | FinishedAnswer>
  /** The events after `lastId`; -1 is all of them. */
  read(lastId: number): Promise<AnswerRefusal | AnswerStream>
  view(): Promise<AnswerRefusal | AnswerView>
  /** Ends the answer at the text that has arrived and returns what it cost. Does not change a finished answer. */
  stop(): Promise<AnswerRefusal | FinishedAnswer>
  /** The outcome of this answer, for the wallet when the reservation is overdue. */
  outcomeOf(): Promise<OwnerOutcome>
}
