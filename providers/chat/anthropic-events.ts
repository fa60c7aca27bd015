// The event stream of Anthropic's Messages API. Thinking blocks come before the text and are skipped by their delta's
// type. Output tokens are reported cumulatively: the last number counts.
import { eventJson, malformedEvent, StreamError } from './event-reader.ts'
import type { EventReader } from './event-reader.ts'
import { countAt, fieldAt, textAt } from '../http/fields.ts'
import type { Wording } from '../http/error-code.ts'
import { classifyError } from '../http/http.ts'
import type { ChatEnd } from './provider.ts'

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

// With caching, input tokens are reported in three fields.
const inputFields = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']

function inputTokensOf(usage: unknown): number | null {
  if (countAt(usage, 'input_tokens') === null) return null
  return inputFields.reduce((sum, field) => sum + (countAt(usage, field) ?? 0), 0)
}

/**
 * The model that took over from the one that was asked. Not every take-over has a block in the content; the usage always
 * names it (BetaFallbackMessageIterationUsage of the official SDK).
 */
function fallbackModelOf(usage: unknown): string | null {
  const iterations = fieldAt(usage, 'iterations')
  if (!Array.isArray(iterations)) return null
  const served: unknown = iterations.findLast((iteration) => fieldAt(iteration, 'type') === 'fallback_message')
  return textAt(served, 'model')
}

/** @param requestedModel used when the provider does not name the model that ran */
export function anthropicEventReader(requestedModel: string): EventReader {
  let upstreamModel = requestedModel
  let inputTokens: number | null = null
  let outputTokens: number | null = null
  let stopReason: string | null = null

  const readUsage = (usage: unknown) => {
    inputTokens = inputTokensOf(usage) ?? inputTokens
    outputTokens = countAt(usage, 'output_tokens') ?? outputTokens
  }
  const endOfMessage = (): ChatEnd => ({
    type: 'end',
    reason: reasonOf(stopReason),
    upstreamModel,
    usage: inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens }
  })

  return {
    read(name, data) {
      switch (name) {
        case 'content_block_delta':
          return textOf(eventJson(data))
        case 'message_start': {
          const message = fieldAt(eventJson(data), 'message')
          upstreamModel = textAt(message, 'model') ?? upstreamModel
          readUsage(fieldAt(message, 'usage'))
          return null
        }
        case 'content_block_start': {
          const block = fieldAt(eventJson(data), 'content_block')
          if (fieldAt(block, 'type') === 'fallback') upstreamModel = textAt(block, 'to', 'model') ?? upstreamModel
          return null
        }
        case 'message_delta': {
          const event = eventJson(data)
          stopReason = textAt(event, 'delta', 'stop_reason') ?? stopReason
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
        default:
          return null
      }
    }
  }
}

function textOf(event: unknown): string | null {
  const delta = fieldAt(event, 'delta')
  if (fieldAt(delta, 'type') !== 'text_delta') return null
  const text = textAt(delta, 'text')
  if (text === null) throw malformedEvent()
  return text
}
