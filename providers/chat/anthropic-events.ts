// The event stream of Anthropic's Messages API. Thinking is skipped unless the request asks for it. The citations of a block of
// text come as deltas of their own, and are marked at its end. Tokens are reported cumulatively: the last number counts.
// A turn that the provider paused (`pause_turn`, after too many steps of its own) counts as truncated: going on would be
// a second call, and the user can ask for it.
import { eventJson, eventNameOf, keepAlive, malformedEvent, StreamError, unseenWork } from './event-reader.ts'
import type { EventReader, Reading } from './event-reader.ts'
import { countAt, fieldAt, textAt } from '../http/fields.ts'
import type { Wording } from '../http/error-code.ts'
import { classifyError } from '../http/http.ts'
import type { ChatEnd, ChatEvent, ChatRequest, ChatUsage } from './provider.ts'
import { SourceList } from './source-list.ts'
import { ToolCalls } from './tool-calls.ts'

// An error inside a stream has no status; its type corresponds to the status of an HTTP error.
const statusByType: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529
}

/** Both come as an `invalid_request_error` without a code. The second is a limit that we have set ourselves. */
export const anthropicWordings: readonly Wording[] = [
  { beginning: /^prompt is too long/, kind: 'rejected', code: 'context_length_exceeded' },
  { beginning: /^input length and `max_tokens` exceed/, kind: 'rejected', code: 'context_length_exceeded' },
  { beginning: /^Your credit balance is too low/, kind: 'unpaid', code: 'credit_balance_too_low' },
  {
    beginning: /^You have reached your specified (workspace )?API usage limits/,
    kind: 'unpaid',
    code: 'api_usage_limit_reached'
  }
]

const reasonOf = (stopReason: string | null): ChatEnd['reason'] => {
  if (stopReason === 'refusal') return 'refused'
  const isCut = ['max_tokens', 'model_context_window_exceeded', 'pause_turn'].includes(stopReason ?? '')
  return isCut ? 'truncated' : 'complete'
}

type InputUsage = Pick<ChatUsage, 'inputTokens' | 'cachedInputTokens' | 'cacheWriteTokens'>

/** `input_tokens` leaves out what was read from the cache and what was written to it; both are input too. */
function inputOf(usage: unknown): InputUsage | null {
  const uncached = countAt(usage, 'input_tokens')
  if (uncached === null) return null
  const cachedInputTokens = countAt(usage, 'cache_read_input_tokens') ?? 0
  const cacheWriteTokens = countAt(usage, 'cache_creation_input_tokens') ?? 0
  return {
    inputTokens: uncached + cachedInputTokens + cacheWriteTokens,
    ...(cachedInputTokens > 0 && { cachedInputTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens })
  }
}

function outputOf(usage: unknown): Pick<ChatUsage, 'outputTokens' | 'thinkingTokens'> | null {
  const outputTokens = countAt(usage, 'output_tokens')
  const thinkingTokens = countAt(usage, 'output_tokens_details', 'thinking_tokens')
  return outputTokens === null ? null : { outputTokens, ...(thinkingTokens && { thinkingTokens }) }
}

/** The model that took over. Not every take-over has a block in the content; the usage names it (BetaFallbackMessageIterationUsage of its SDK). */
function fallbackModelOf(usage: unknown): string | null {
  const iterations = fieldAt(usage, 'iterations')
  if (!Array.isArray(iterations)) return null
  const served: unknown = iterations.findLast((iteration) => fieldAt(iteration, 'type') === 'fallback_message')
  return textAt(served, 'model')
}

/** A search that failed has an error in the place of its results (WebSearchToolResultBlock of the official SDK). */
const isSearch = (block: unknown): boolean =>
  fieldAt(block, 'type') === 'web_search_tool_result' && Array.isArray(fieldAt(block, 'content'))

/** @param request its model counts when the provider does not name the model that ran */
export function anthropicEventReader({ model, showsThinking }: ChatRequest): EventReader {
  let upstreamModel = model
  let searches = 0
  const content = new ContentReader(showsThinking === true)
  let input: InputUsage | null = null
  let written: ReturnType<typeof outputOf> = null
  let stopReason: string | null = null
  let stopText: string | null = null

  const readUsage = (usage: unknown) => {
    input = inputOf(usage) ?? input
    written = outputOf(usage) ?? written
    searches = countAt(usage, 'server_tool_use', 'web_search_requests') ?? searches
  }
  const endOfMessage = (): ChatEnd => ({
    type: 'end',
    reason: content.calls.reasonOf(reasonOf(stopReason)),
    ...(stopText !== null && { stopText }),
    upstreamModel,
    usage: input && written ? { ...input, ...written, ...(searches > 0 && { searches }) } : null
  })

  return {
    read(named, data) {
      switch (eventNameOf(named, data)) {
        case 'content_block_delta':
          return content.delta(eventJson(data))
        case 'content_block_stop':
          return content.end(data)
        case 'message_start': {
          const message = fieldAt(eventJson(data), 'message')
          upstreamModel = textAt(message, 'model') ?? upstreamModel
          readUsage(fieldAt(message, 'usage'))
          return null
        }
        case 'content_block_start': {
          const event = eventJson(data)
          const block = fieldAt(event, 'content_block')
          if (fieldAt(block, 'type') === 'fallback') upstreamModel = textAt(block, 'to', 'model') ?? upstreamModel
          const begun = content.begin(block, fieldAt(event, 'index'))
          if (!isSearch(block)) return begun
          searches += 1
          return { type: 'search' }
        }
        case 'message_delta': {
          const event = eventJson(data)
          stopReason = textAt(event, 'delta', 'stop_reason') ?? stopReason
          stopText = textAt(event, 'delta', 'stop_sequence') ?? stopText
          const usage = fieldAt(event, 'usage')
          readUsage(usage)
          upstreamModel = fallbackModelOf(usage) ?? upstreamModel
          return null
        }
        case 'message_stop':
          return endOfMessage()
        case 'error': {
          const event = eventJson(data)
          const status = statusByType[textAt(event, 'error', 'type') ?? ''] ?? 500
          throw new StreamError(classifyError(status, event, { wordings: anthropicWordings }))
        }
        case 'ping':
          return keepAlive
        default:
          return null
      }
    },
    rest: () => content.calls.rest(reasonOf(stopReason) !== 'truncated')
  }
}

/** The content of the blocks of an answer. */
class ContentReader {
  readonly calls = new ToolCalls()
  readonly #showsThinking: boolean
  readonly #sources = new SourceList()
  /** The source marks of the current block. */
  readonly #marks = new Set<string>()
  #hasThought = false
  #hasSpoken = false
  /** The next text follows a search. */
  #isBehindSearch = false
  /** The last character of the block. */
  #last = ''

  constructor(showsThinking: boolean) {
    this.#showsThinking = showsThinking
  }

  /**
   * Each block of thinking is a paragraph of its own. So is the text after a search: the text before it, such as
   * that it will search, ends without a line break. Other blocks of text are parts of one sentence.
   */
  begin(block: unknown, index: unknown): Reading {
    if (fieldAt(block, 'type') === 'tool_use') return this.#call(block, index)
    if (fieldAt(block, 'type') === 'server_tool_use') this.#isBehindSearch = this.#hasSpoken
    if (!this.#hasThought || !this.#showsThinking || fieldAt(block, 'type') !== 'thinking') return null
    return { type: 'thinking', text: '\n\n' }
  }

  /** @throws StreamError for a delta without the text that its type promises */
  delta(event: unknown): Reading {
    const delta = fieldAt(event, 'delta')
    switch (fieldAt(delta, 'type')) {
      case 'text_delta':
        return this.#text(textAt(delta, 'text'))
      case 'thinking_delta':
        return this.#showsThinking ? this.#thinking(textAt(delta, 'thinking')) : unseenWork
      case 'input_json_delta':
        // Searches have such deltas too.
        this.calls.add(fieldAt(event, 'index'), textAt(delta, 'partial_json') ?? '')
        return this.calls.take()
      case 'citations_delta':
        return this.#cite(fieldAt(delta, 'citation'))
      default:
        return null
    }
  }

  /** The marks of the sources, behind the text that they belong to; not where they would begin a line. */
  end(data: string): Reading {
    const index = this.calls.isEmpty ? undefined : fieldAt(eventJson(data), 'index')
    if (this.calls.has(index)) {
      this.calls.end(index)
      return this.calls.take()
    }
    const marks = [...this.#marks].join('')
    const follows = marks !== '' && this.#last.trim() !== ''
    this.#marks.clear()
    this.#last = ''
    return follows ? `\u00A0${marks}` : null
  }

  /** Some gateways give the whole input at once. */
  #call(block: unknown, index: unknown): Reading {
    this.calls.begin(index, textAt(block, 'id') ?? '', textAt(block, 'name') ?? '')
    const input = JSON.stringify(fieldAt(block, 'input')) ?? ''
    if (input.length > 2) this.calls.add(index, input)
    return this.calls.take()
  }

  #text(text: string | null): string {
    if (text === null) throw malformedEvent()
    if (text === '') return text
    this.#last = text.at(-1) ?? this.#last
    const isNext = this.#isBehindSearch
    this.#hasSpoken = true
    this.#isBehindSearch = false
    return isNext ? `\n\n${text.trimStart()}` : text
  }

  #thinking(text: string | null): ChatEvent {
    if (text === null) throw malformedEvent()
    this.#hasThought = true
    return { type: 'thinking', text }
  }

  #cite(citation: unknown): ChatEvent | null {
    if (fieldAt(citation, 'type') !== 'web_search_result_location') return null
    const url = textAt(citation, 'url')
    if (url === null) return null
    const source = this.#sources.add(url, textAt(citation, 'title'))
    const mark = this.#sources.markOf(url)
    if (mark !== null) this.#marks.add(mark)
    return source
  }
}
