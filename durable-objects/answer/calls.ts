// The calls about one user's text answers: what goes in, what comes out. Every call may be repeated safely with the
// same arguments.
import type { AnswerEnd } from '#contract/answers.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { RouteState } from '#domain/models/breaker.ts'
import type { AttachedFile } from '#domain/attachment.ts'
import type { BucketRule } from '#domain/bucket.ts'
import type { Caller } from '#domain/caller.ts'
import type { Route } from '#domain/models/route.ts'
import type { HelpTask } from '#domain/prompt-help.ts'
import type { TurnPlace } from '#domain/turn-place.ts'
import type { ChatConnection } from '#providers/chat/connection.ts'
import type { KeptExtras } from './chunk.ts'

/** What the user asked for and its price. */
export interface AnswerRequest {
  /** A hash that identifies the user to the provider. */
  userTag: string
  operationId: string
  /** Fingerprint of the client's request: the same id with another fingerprint is refused. */
  fingerprint: string
  service: string
  model: string
  /** Including the search. */
  priceTokens: number
  /** The model may search the web. */
  webSearch?: { tokens: number } | undefined
  /** The user wants to see the thinking, as far as the route that answers shows it. */
  showsThinking?: true | undefined
  referenceLength: number
  /** In the order in which they are tried; what operators change meanwhile holds for the next request. */
  routes: readonly Route[]
  conversationId: number | null
  /** The Worker may omit it: then the answer goes after the shown path, and the user's object fills in the place in a conversation. */
  place?: TurnPlace | undefined
  prompt: string
  /** The prompt is an idea, and the answer a description for a picture or a video. */
  helpTask?: HelpTask | undefined
  /** The files of the question; the Worker omits them here, and names them in the command. */
  files?: AttachedFile[] | undefined
  /** What the files of the project add to the price, filled in by the user's object; absent: nothing. */
  projectTokens?: number | undefined
}

/** An account that routes use. It has a key, so it stays in memory: it is never stored. */
export interface RouteConnection extends ChatConnection {
  /** Calls within a minute; null or absent: no limit of ours. */
  perMinuteMax?: number | null
}

/** A request together with what the user's object checks before it begins. */
export interface AskCommand {
  caller: Caller
  /** The accounts of the request's routes. A route without one is not tried: its supplier is switched off or has no key. */
  connections: readonly RouteConnection[]
  /** What other isolates have said of routes. */
  routeStates?: readonly RouteState[]
  /** What the context of the model holds; absent or null: not known, and then the usual limit of the context counts alone. */
  contextTokens?: number | null
  /** False: a question with pictures is refused, and those of earlier questions are left out. */
  seesPictures?: boolean
  /** Its price is the model's alone: the user's object adds that of the files. */
  request: AnswerRequest
  /** Ids of the files of the question. */
  attachments?: readonly string[]
  /** The model's price that the page showed, without files; absent: the client did not say. No dearer answer begins. */
  shownTokens?: number | undefined
  /** What the page showed that the files of the project add; absent: the client did not say. They may not add more. */
  projectTokens?: number | undefined
  /** Whether an account that never paid may use the model. */
  isBasicModel: boolean
  /** Answers one user may run at once. */
  runningMax: number
  /** The limit that this request counts against. */
  limit: BucketRule
}

/** Who asks: the session must be alive, the key must work. */
export interface Asker {
  caller: Caller
  /** The limit that the request counts against, in memory alone; without it the request is not counted. */
  limit?: BucketRule
}

/** Why an answer did not start, or cannot be read. */
export interface AnswerRefusal {
  state: 'refused'
  code: ErrorCode
  /** With INSUFFICIENT_TOKENS: the tokens that the user has available. */
  availableTokens?: number
  /** With INSUFFICIENT_TOKENS: the price, files included. With PRICE_CHANGED: that of the model. */
  priceTokens?: number
  /** Replaces the text of the code. */
  text?: string
  /** With RATE_LIMITED: whole seconds until the next request is let through. */
  retryAfterSeconds?: number
}

/** `stream` is server-sent events, see `AnswerEvent`. */
export interface AnswerStream {
  state: 'accepted'
  stream: ReadableStream
}

export interface FinishedAnswer extends KeptExtras {
  state: 'finished'
  content: string
  end: AnswerEnd
}

export interface AnswerView extends KeptExtras {
  state: 'found'
  running: boolean
  content: string
  /** Null while the answer runs. */
  end: AnswerEnd | null
  conversationId: number | null
}

/** A turn that is not in D1 yet: its answer runs, or is about to be saved. */
export interface UnsavedTurn {
  operationId: string
  prompt: string
  model: string
  askedAt: number
  place: TurnPlace | undefined
  files: AttachedFile[]
}

export interface AnswerCalls {
  /** Starts the answer, or joins the one that this id already started. Gives the reader's stream in the same call. */
  askAndRead(command: AskCommand): Promise<AnswerRefusal | AnswerStream>
  /**
   * As `askAndRead`, but waits for the end. A repeated call while the first one runs is refused with
   * OPERATION_IN_PROGRESS, unless `resumes` says that it continues a wait that a restart or a lost connection broke.
   */
  askAndWait(command: AskCommand, resumes?: boolean): Promise<AnswerRefusal | FinishedAnswer>
  /** The events after `lastId`; -1 is all of them. */
  readAnswer(asker: Asker, operationId: string, lastId: number): Promise<AnswerRefusal | AnswerStream>
  viewAnswer(asker: Asker, operationId: string): Promise<AnswerRefusal | AnswerView>
  /** Ends the answer at the text that has arrived and returns what it cost. Does not change a finished answer. */
  stopAnswer(asker: Asker, operationId: string): Promise<AnswerRefusal | FinishedAnswer>
}
