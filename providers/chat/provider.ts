// The interface of every chat adapter. An adapter only handles one provider's wire format: it knows no prices, uses no
// database and never repeats a call.
import type { ChatSource } from './source-list.ts'

export interface ChatPicture {
  type: 'image/png' | 'image/jpeg'
  base64: string
}

export interface ChatTurn {
  role: 'user' | 'assistant'
  text: string
  /** Files of the user. They come before the text, which may refer to them. */
  pictures?: ChatPicture[]
}

export interface ChatRequest {
  /** The upstream's own model id. */
  model: string
  /** Oldest first; the last one is the user's. */
  turns: ChatTurn[]
  system?: string
  /** Includes thinking tokens. */
  outputTokensMax: number
  effort?: 'low' | 'medium' | 'high'
  /** The model may search the web, at most so many times. */
  searchesMax?: number
  /** The user wants to see the model's thinking, as far as the provider shows it. */
  showsThinking?: true
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
  /** Searches of the web that are billed; absent when there were none. */
  searches?: number
  /** What the provider says that it charges, in micro-dollars; absent when it says nothing. */
  costMicros?: number
}

export interface ChatEnd {
  type: 'end'
  /** `truncated`: by the output limit or the context window. `refused`: by the model or the provider's moderation. */
  reason: 'complete' | 'truncated' | 'refused'
  /** The model that ran. */
  upstreamModel: string
  usage: ChatUsage | null
}

/** `search`: the model has searched the web once. `source`: a page that the answer names, each once. */
export type ChatPiece = { type: 'text' | 'thinking'; text: string } | { type: 'search' } | ChatSource

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
