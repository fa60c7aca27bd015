import type { Answer } from './answer.ts'
import type { Conversation } from './conversation.ts'
import type { LinkOf } from './search.ts'
import type { JsonObject } from '../json.ts'
import type { TextFault } from '../faults.ts'

/** A validated request in a form common to all text upstreams. */
export interface TextRequest {
  model: string
  /** The model id in the answer: for an alias, its dated name. */
  answeredModel: string
  stream: boolean
  conversation: Conversation
  inputTokens: number
  /** Limit for thinking and text together; null: none. */
  maxTokens: number | null
  /** Tokens spent on thinking before the text. */
  thinkingTokens: number
  /** How the answer links what it found; null: the model may not search the web. */
  search: { linkOf: LinkOf } | null
  body: JsonObject
}

export interface ErrorReply {
  status: 400 | 401 | 403 | 404 | 422 | 429 | 500 | 503 | 529
  body: JsonObject
  headers?: Record<string, string>
}

export type Reading = { kind: 'accepted'; request: TextRequest } | { kind: 'rejected'; reply: ErrorReply }

/** Writes one answer in an upstream's wire format, whole or as the events of a stream. */
export interface AnswerWriter {
  whole(): JsonObject
  /** Everything before the first piece of text, in pieces that take time: thinking and searching. */
  opening(): string[]
  delta(text: string): string
  /** Everything after the last piece of text. */
  closing(): string
  failure(fault: 'failed' | 'limited-midway'): string
  malformed(): string
  /** Sent while the answer pauses; null if the upstream sends nothing. */
  ping: string | null
}

export interface TextUpstream {
  provider: string
  /** Headers of every answer, errors included. */
  headersOf(requestId: string, now: number): Record<string, string>
  read(headers: Headers, body: unknown, requestId: string): Reading
  write(request: TextRequest, answer: Answer): AnswerWriter
  /** The error reply for a fault; null if the fault shows inside the answer. */
  replyTo(fault: TextFault, request: TextRequest, requestId: string): ErrorReply | null
}

export function rejected(reply: ErrorReply): Reading {
  return { kind: 'rejected', reply }
}

/** The key in `authorization: Bearer …`. */
export function bearerKeyOf(headers: Headers): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** The sandbox accepts any key except one that contains `invalid`. */
export function isWrongKey(key: string): boolean {
  return key.includes('invalid')
}

/** One server-sent event, named after its `type`. */
export function serverSentEvent(data: { type: string } & JsonObject): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}
