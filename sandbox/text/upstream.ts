import type { Answer } from './answer.ts'
import type { Conversation } from './conversation.ts'
import type { JsonObject } from '../json.ts'
import type { TextFault } from '../faults.ts'

/** A request that the upstream accepted, in words common to all of them. */
export interface TextRequest {
  model: string
  /** The id in the answer: an alias is answered under its dated name. */
  answeredModel: string
  stream: boolean
  conversation: Conversation
  inputTokens: number
  /** Covers thinking and text together; null is no limit. */
  maxTokens: number | null
  /** Tokens the model thinks before it speaks. */
  thinkingTokens: number
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
  /** All that comes before the first piece of text. */
  opening(): string
  delta(text: string): string
  /** All that comes after the last piece of text. */
  closing(): string
  failure(fault: 'failed' | 'limited-midway'): string
  malformed(): string
  /** What is sent while nothing is said; null when the upstream stays silent. */
  ping: string | null
}

export interface TextUpstream {
  provider: string
  /** Headers of every answer, errors included. */
  headersOf(requestId: string, now: number): Record<string, string>
  read(headers: Headers, body: unknown, requestId: string): Reading
  write(request: TextRequest, answer: Answer): AnswerWriter
  /** The reply that a fault puts in place of an answer; null when the fault lies in the answer itself. */
  replyTo(fault: TextFault, request: TextRequest, requestId: string): ErrorReply | null
}

export function rejected(reply: ErrorReply): Reading {
  return { kind: 'rejected', reply }
}

/** The key in `authorization: Bearer …`. */
export function bearerKeyOf(headers: Headers): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** Any key opens the sandbox, except one that says of itself that it is wrong. */
export function isWrongKey(key: string): boolean {
  return key.includes('invalid')
}

/** One server-sent event, named after its `type` as all these upstreams do. */
export function serverSentEvent(data: { type: string } & JsonObject): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}
