import type { Answer } from './answer.ts'
import type { Offer } from './calls.ts'
import type { Conversation } from './conversation.ts'
import type { LinkOf } from './search.ts'
import type { ErrorReply } from '../../base/replies.ts'
import type { JsonObject } from '../../base/json.ts'
import type { TextFault } from '../../base/faults.ts'

/** A validated request in a form common to all text upstreams. */
export interface TextRequest {
  model: string
  /** The model id in the answer: for an alias, its dated name. */
  answeredModel: string
  conversation: Conversation
  inputTokens: number
  /** Limit for thinking and text together; null: none. */
  maxTokens: number | null
  /** Tokens spent on thinking before the text. */
  thinkingTokens: number
  /** How the answer links what it found; null: the model may not search the web. */
  search: { linkOf: LinkOf } | null
  /** The caller's functions. */
  offer: Offer
  /** The schema of the JSON that the text is to be; null: it is text. */
  format: JsonObject | null
  /** Texts that end the answer, where the upstream knows them. */
  stops: readonly string[]
  body: JsonObject
}

export type Reading = { kind: 'accepted'; request: TextRequest } | { kind: 'rejected'; reply: ErrorReply }

/** Writes one answer in an upstream's wire format, as the events of a stream. */
export interface AnswerWriter {
  /** Everything before the first piece of text, in pieces that take time: thinking and searching. */
  opening(): string[]
  delta(text: string): string
  /** The calls, after the text, in pieces that take time. */
  calls(): string[]
  /** Everything after the last piece of text and the calls. */
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

export const textsIn = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string')

export function rejected(reply: ErrorReply): Reading {
  return { kind: 'rejected', reply }
}

/** One server-sent event, named after its `type`. */
export function serverSentEvent(data: { type: string } & JsonObject): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}

const THINKING_TOKENS: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 8,
  low: 16,
  medium: 32,
  high: 64,
  xhigh: 128,
  max: 256
}

export function thinkingTokensOf(effort: string): number {
  return THINKING_TOKENS[effort] ?? 0
}
