// The interface of every chat adapter. An adapter only handles one provider's wire format: it knows no prices, uses no
// database and never repeats a call.
import type { ChatSource } from './source-list.ts'

export interface ChatPicture {
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  base64: string
}

export interface ToolCall {
  id: string
  name: string
  /** JSON text as the model wrote it; may be malformed. */
  arguments: string
}

/** A place that a caller names: what is sent up to it comes again, and is worth a cache. Only Anthropic's dialect has a field for it. */
interface Cacheable {
  cachedUpTo?: true
}

export interface SpokenTurn extends Cacheable {
  role: 'user' | 'assistant'
  text: string
  /** Files of the user. They come before the text, which may refer to them. */
  pictures?: ChatPicture[]
  /** Of an assistant's turn: what it called after its text. */
  toolCalls?: ToolCall[]
}

/** What came of a call of the assistant's turn before it. */
interface ToolTurn extends Cacheable {
  role: 'tool'
  callId: string
  text: string
  pictures?: ChatPicture[]
  isError?: true
}

/** Instructions, anywhere among the turns. */
interface SystemTurn extends Cacheable {
  role: 'system'
  text: string
}

export type ChatTurn = SpokenTurn | ToolTurn | SystemTurn

/** A function of the caller's, which the model may ask for. */
export interface ChatTool extends Cacheable {
  name: string
  description?: string
  /** A JSON schema. */
  parameters: Record<string, unknown>
  strict?: boolean
}

/** What the text of an answer is: any JSON, or JSON of a schema. */
export type ChatFormat =
  | { kind: 'json' }
  | { kind: 'schema'; name: string; schema: Record<string, unknown>; strict?: boolean }

/** Sent where the dialect has the field, and where its models take it. */
interface ChatSampling {
  temperature?: number
  topP?: number
  presencePenalty?: number
  frequencyPenalty?: number
  seed?: number
}

export interface ChatRequest {
  /** The upstream's own model id. */
  model: string
  /** Oldest first; the last one is the user's, or the results of the tools that the assistant called. */
  turns: ChatTurn[]
  system?: string
  /** Includes thinking tokens. */
  outputTokensMax: number
  /** Each dialect takes the nearest that it knows. */
  effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'
  /** The model may search the web, at most so many times. */
  searchesMax?: number
  /** The user wants to see the model's thinking, as far as the provider shows it. */
  showsThinking?: true
  tools?: ChatTool[]
  toolChoice?: 'auto' | 'none' | 'required' | { name: string }
  /** The model calls one tool at a time. */
  parallelTools?: false
  format?: ChatFormat
  /** The text ends before the first that appears. */
  stop?: string[]
  sampling?: ChatSampling
  /** How long the provider may be silent before its first word; default: that of `chatTimeouts`. */
  firstWordMs?: number
  /** An opaque hash of the user, at most 64 characters, by which providers recognise abusers. */
  userTag: string
}

export interface ChatUsage {
  /** All of the input: read from a cache, written to one, and neither. */
  inputTokens: number
  /** Of them, read from the provider's cache; absent when it does not say or there were none. */
  cachedInputTokens?: number
  /** Of them, written to the provider's cache; absent when it does not say or there were none. */
  cacheWriteTokens?: number
  /** Includes thinking. */
  outputTokens: number
  /** Of them, thinking; absent when the provider does not say or there was none. */
  thinkingTokens?: number
  /** Searches of the web that are billed; absent when there were none. */
  searches?: number
  /** What the provider says that it charges, in micro-dollars; absent when it says nothing. */
  costMicros?: number
}

export interface ChatEnd {
  type: 'end'
  /**
   * `truncated`: by the output limit or the context window. `refused`: by the model or the provider's moderation. `tools`: the model
   * waits for the results of its calls.
   */
  reason: 'complete' | 'truncated' | 'refused' | 'tools'
  /** The caller's stop text that ended it; absent: none did, or the supplier does not say which. */
  stopText?: string
  /** The model that ran. */
  upstreamModel: string
  usage: ChatUsage | null
}

/** A call begins, and its arguments follow in parts. `index` counts the calls from 0; one ends where the next begins. */
export type ToolPiece =
  | { type: 'tool-call'; index: number; id: string; name: string }
  | { type: 'tool-arguments'; index: number; text: string }

/** `search`: the model has searched the web once. `source`: a page that the answer names, each once. */
export type ChatPiece = { type: 'text' | 'thinking'; text: string } | { type: 'search' } | ChatSource | ToolPiece

/** The deltas of a network read are joined, as far as they follow each other. Exactly one `end`, which comes last. */
export type ChatEvent = ChatPiece | ChatEnd

export interface ChatProvider {
  /**
   * Streams one answer. Leaving the loop early closes the connection.
   * @throws ProviderFailure for every failure of the provider; the text before it has been yielded
   * @throws the signal's own reason when the caller aborts
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>
}
