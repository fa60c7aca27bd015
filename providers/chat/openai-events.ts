// The event stream of OpenAI's Responses API, which xAI uses too. Events that repeat the whole text
// (`response.output_text.done` and others) are skipped before their JSON is parsed.
import { eventJson, malformedEvent, StreamError } from './event-reader.ts'
import type { EventReader } from './event-reader.ts'
import { countAt, fieldAt, textAt } from '../http/fields.ts'
import { errorCodeOf, safeCode } from '../http/error-code.ts'
import { classifyError } from '../http/http.ts'
import type { ChatEnd, ChatUsage } from './provider.ts'

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

/** @param requestedModel used when the provider does not name the model that ran */
export function openaiEventReader(requestedModel: string): EventReader {
  let refused = false
  let spokenItem: unknown

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
    reason: refused ? 'refused' : reason,
    upstreamModel: textAt(event, 'response', 'model') ?? requestedModel,
    usage: usageOf(event)
  })

  return {
    read(name, data) {
      switch (name) {
        case 'response.output_text.delta':
          return deltaOf(data)
        case 'response.refusal.delta':
          refused = true
          return deltaOf(data)
        case 'response.completed':
          return endOf(eventJson(data), 'complete')
        case 'response.incomplete': {
          const event = eventJson(data)
          const isFiltered = fieldAt(event, 'response', 'incomplete_details', 'reason') === 'content_filter'
          return endOf(event, isFiltered ? 'refused' : 'truncated')
        }
        case 'response.failed':
        case 'error':
          return failedAnswer(eventJson(data), requestedModel)
        default:
          return null
      }
    }
  }
}

function usageOf(event: unknown): ChatUsage | null {
  const inputTokens = countAt(event, 'response', 'usage', 'input_tokens')
  const outputTokens = countAt(event, 'response', 'usage', 'output_tokens')
  return inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens }
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
