// The event stream of OpenAI's Responses API, which xAI uses too. Events that repeat the whole text
// (`response.output_text.done` and others) are skipped before their JSON is parsed. The model writes links to its sources
// into the text itself; the annotations name them.
import { eventJson, eventNameOf, keepAlive, malformedEvent, StreamError, unseenWork } from './event-reader.ts'
import type { EventReader, Reading } from './event-reader.ts'
import { countAt, fieldAt, textAt } from '../http/fields.ts'
import { errorCodeOf, safeCode } from '../http/error-code.ts'
import { classifyError } from '../http/http.ts'
import type { ChatEnd, ChatEvent, ChatRequest, ChatUsage } from './provider.ts'
import { SourceList } from './source-list.ts'
import { ToolCalls } from './tool-calls.ts'

// Error codes of requests or answers that the provider's moderation stopped.
const refusalCodes = ['invalid_prompt', 'bio_policy', 'misalignment_policy_violation', 'content_violation']

// The HTTP status that belongs to the code when the failure comes before the stream.
const statusByCode: Readonly<Record<string, number>> = {
  rate_limit_exceeded: 429,
  server_error: 500,
  overloaded: 503
}

/** @returns the end of an answer that moderation stopped; null for every other failure */
export const refusalOf = (code: string | null, model: string, usage: ChatUsage | null = null): ChatEnd | null =>
  code !== null && refusalCodes.includes(code) ? { type: 'end', reason: 'refused', upstreamModel: model, usage } : null

/** Opening a found page is a call too, but is not billed. xAI may leave the action out. */
function isSearch(event: unknown): boolean {
  const item = fieldAt(event, 'item')
  const isDone = fieldAt(item, 'type') === 'web_search_call' && fieldAt(item, 'status') === 'completed'
  return isDone && (textAt(item, 'action', 'type') ?? 'search') === 'search'
}

/** The parts of an answer besides its text. */
class ExtrasReader {
  readonly #sources = new SourceList()
  #thoughtPart: string | undefined
  searches = 0

  /** A summary has several parts, each of them a paragraph of its own. */
  thinking(event: unknown): ChatEvent {
    const delta = textAt(event, 'delta')
    if (delta === null) throw malformedEvent()
    const part = `${countAt(event, 'output_index')}:${countAt(event, 'summary_index')}`
    const isNext = this.#thoughtPart !== undefined && part !== this.#thoughtPart
    this.#thoughtPart = part
    return { type: 'thinking', text: isNext ? `\n\n${delta}` : delta }
  }

  source(annotation: unknown): ChatEvent | null {
    const url = fieldAt(annotation, 'type') === 'url_citation' ? textAt(annotation, 'url') : null
    return url === null ? null : this.#sources.add(url, textAt(annotation, 'title'))
  }

  search(event: unknown): ChatEvent | null {
    if (!isSearch(event)) return null
    this.searches += 1
    return { type: 'search' }
  }
}

/** @param request its model counts when the provider does not name the model that ran */
export function openaiEventReader({ model: requestedModel, showsThinking }: ChatRequest): EventReader {
  let refused = false
  let spokenItem: unknown
  const extras = new ExtrasReader()
  const calls = new ToolCalls()
  let isCut = false

  /** A response may hold several messages, each of them a paragraph of its own. */
  const deltaOf = (data: string): string => {
    const event = eventJson(data)
    const delta = textAt(event, 'delta')
    if (delta === null) throw malformedEvent()
    if (delta === '') return delta
    const item = fieldAt(event, 'output_index')
    const isNext = spokenItem !== undefined && item !== spokenItem
    spokenItem = item
    return isNext ? `\n\n${delta}` : delta
  }

  const endOf = (event: unknown, reason: ChatEnd['reason']): ChatEnd => ({
    type: 'end',
    reason: refused ? 'refused' : calls.reasonOf(reason),
    upstreamModel: textAt(event, 'response', 'model') ?? requestedModel,
    usage: usageOf(event, extras.searches)
  })

  return {
    read(event, data) {
      switch (eventNameOf(event, data)) {
        case 'response.output_text.delta':
          return deltaOf(data)
        case 'response.refusal.delta':
          refused = true
          return deltaOf(data)
        case 'response.reasoning_summary_text.delta':
          return showsThinking ? extras.thinking(eventJson(data)) : unseenWork
        case 'response.output_text.annotation.added':
          return extras.source(fieldAt(eventJson(data), 'annotation'))
        case 'response.output_item.added':
          return data.includes('"function_call"') ? callIn(calls, eventJson(data)) : null
        case 'response.function_call_arguments.delta':
          return argumentsOf(calls, eventJson(data))
        case 'response.output_item.done':
          if (data.includes('"function_call"')) return callIn(calls, eventJson(data), true)
          return data.includes('"web_search_call"') ? extras.search(eventJson(data)) : null
        case 'response.completed':
          return endOf(eventJson(data), 'complete')
        case 'response.incomplete': {
          const incomplete = eventJson(data)
          isCut = true
          const isFiltered = fieldAt(incomplete, 'response', 'incomplete_details', 'reason') === 'content_filter'
          return endOf(incomplete, isFiltered ? 'refused' : 'truncated')
        }
        case 'response.failed':
        case 'error':
          return failedAnswer(eventJson(data), requestedModel)
        case 'ping':
        case 'keepalive':
          return keepAlive
        default:
          return null
      }
    },
    rest: () => calls.rest(!isCut)
  }
}

/** The item of a call, when it begins and again when it is complete: xAI sends its arguments only then. */
function callIn(calls: ToolCalls, event: unknown, isWhole = false): Reading {
  const item = fieldAt(event, 'item')
  if (fieldAt(item, 'type') !== 'function_call') return null
  const key = fieldAt(event, 'output_index')
  if (!calls.has(key)) calls.begin(key, textAt(item, 'call_id') ?? '', textAt(item, 'name') ?? '')
  if (isWhole) calls.end(key, textAt(item, 'arguments') ?? '')
  return calls.take()
}

function argumentsOf(calls: ToolCalls, event: unknown): Reading {
  const delta = textAt(event, 'delta')
  if (delta === null) throw malformedEvent()
  calls.add(fieldAt(event, 'output_index'), delta)
  return calls.take()
}

/** OpenAI does not report its searches, so they are counted; xAI does. */
function usageOf(event: unknown, counted = 0): ChatUsage | null {
  const usage = fieldAt(event, 'response', 'usage')
  const inputTokens = countAt(usage, 'input_tokens')
  const outputTokens = countAt(usage, 'output_tokens')
  const searches = countAt(usage, 'num_server_side_tools_used') ?? counted
  if (inputTokens === null || outputTokens === null) return null
  const cachedInputTokens = countAt(usage, 'input_tokens_details', 'cached_tokens')
  const cacheWriteTokens = countAt(usage, 'input_tokens_details', 'cache_write_tokens')
  const thinkingTokens = countAt(usage, 'output_tokens_details', 'reasoning_tokens')
  return {
    inputTokens,
    ...(cachedInputTokens && { cachedInputTokens }),
    ...(cacheWriteTokens && { cacheWriteTokens }),
    outputTokens,
    ...(thinkingTokens && { thinkingTokens }),
    ...(searches > 0 && { searches })
  }
}

/** `response.failed` holds `response.error`; `error` has the code at its top or, sent by a gateway, in `error`. */
function failedAnswer(event: unknown, requestedModel: string): ChatEnd {
  const inner = fieldAt(event, 'response', 'error')
  const code = safeCode(textAt(inner, 'code')) ?? errorCodeOf(event)
  const refusal = refusalOf(code, textAt(event, 'response', 'model') ?? requestedModel, usageOf(event))
  if (refusal) return refusal
  // A failure without a code is a server error; one with an unknown code is not retried.
  const status = code === null ? 500 : (statusByCode[code] ?? 400)
  throw new StreamError(classifyError(status, { code }))
}
