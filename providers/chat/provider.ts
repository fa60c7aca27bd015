// What every chat adapter is to the rest of the product. An adapter speaks one upstream's wire format and nothing
// else: it knows no prices, touches no database and never repeats a call.

export interface ChatTurn {
  role: 'user' | 'assistant'
  text: string
}

export interface ChatRequest {
  /** The upstream's own model id. */
  model: string
  /** Oldest first; the last one is the user's. */
  turns: ChatTurn[]
  system?: string
  /** Includes the tokens that a model spends on thinking. */
  outputTokensMax: number
  effort?: 'low' | 'medium' | 'high'
  /** An opaque hash of the user, at most 64 characters: the upstreams tell abusers apart by it. */
  userTag: string
}

export interface ChatUsage {
  inputTokens: number
  /** Includes thinking. */
  outputTokens: number
}

export interface ChatEnd {
  type: 'end'
  /** `truncated`: the output limit or the context window; `refused`: by the model or by the upstream's moderation. */
  reason: 'complete' | 'truncated' | 'refused'
  /** The model that really ran. */
  upstreamModel: string
  usage: ChatUsage | null
}

/** At most one `text` per network read: all deltas of one read joined. Exactly one `end`, and it comes last. */
export type ChatEvent = { type: 'text'; text: string } | ChatEnd

export interface ChatProvider {
  /**
   * Streams one answer. Leaving the loop early closes the connection.
   * @throws ProviderFailure for everything that the upstream does wrong; text that came before it was yielded
   * @throws the signal's own reason when the caller aborts
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>
}
