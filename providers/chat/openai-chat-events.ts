// The chunks of `/chat/completions`. No two suppliers send the same: this reads every form that is known, and tells a complete answer
// from one that was cut by its `finish_reason` alone. `[DONE]` proves nothing: gateways add it to an answer that broke.
import { eventJson, keepAlive, malformedEvent, StreamError, unseenWork } from './event-reader.ts'
import type { EventReader, Reading } from './event-reader.ts'
import { fieldAt, textAt } from '../http/fields.ts'
import { chatErrorCodeOf, chatFailureOf, isChatError, refusalOf } from './openai-chat-errors.ts'
import { ChatCalls } from './openai-chat-calls.ts'
import { chatUsageOf } from './openai-chat-usage.ts'
import type { ChatEnd, ChatPiece, ChatRequest, ChatUsage } from './provider.ts'

const truncatedReasons = ['length', 'max_tokens', 'model_length']
const refusedReasons = [
  'content_filter',
  'safety',
  'recitation',
  'prohibited_content',
  'blocklist',
  'spii',
  'sensitive'
]
/** OpenRouter's and DeepSeek's words for an answer that the supplier itself could not finish. */
const failedReasons = ['error', 'insufficient_system_resource', 'abort', 'network_error']

/**
 * Every other reason, such as `stop`, `tool_calls` or one that is not known, is that of a complete answer.
 * @throws StreamError for a reason that is a failure
 */
function reasonOf(finish: string): ChatEnd['reason'] {
  if (failedReasons.includes(finish)) throw new StreamError({ kind: 'server', retryable: true, code: 'finish-error' })
  if (truncatedReasons.includes(finish)) return 'truncated'
  return refusedReasons.includes(finish) ? 'refused' : 'complete'
}

const partsOf = (content: unknown): readonly unknown[] => (Array.isArray(content) ? content : [])

/** A text, or the texts of its parts. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  return partsOf(content)
    .map((part) => (fieldAt(part, 'type') === 'thinking' ? '' : (textAt(part, 'text') ?? '')))
    .join('')
}

/** DeepSeek, Qwen and others call it `reasoning_content`, OpenRouter, Ollama and vLLM `reasoning`; some send both. Mistral has parts. */
function thinkingIn(delta: unknown): string {
  const named = textAt(delta, 'reasoning_content') || textAt(delta, 'reasoning') || ''
  if (named !== '') return named
  return partsOf(fieldAt(delta, 'content'))
    .filter((part) => fieldAt(part, 'type') === 'thinking')
    .map((part) => textIn(fieldAt(part, 'thinking')))
    .join('')
}

const firstChoice = (chunk: unknown): unknown => {
  const choices = partsOf(fieldAt(chunk, 'choices'))
  return choices.find((choice) => (fieldAt(choice, 'index') ?? 0) === 0)
}

/** @param request its model counts when the supplier does not name the model that ran */
export function openaiChatReader({ model, showsThinking }: ChatRequest): EventReader {
  let upstreamModel = model
  let usage: ChatUsage | null = null
  let finish: ChatEnd['reason'] | null = null
  let refused = false
  const calls = new ChatCalls()

  /** Cumulative where it comes more than once. Moonshot and Groq have places of their own for it. */
  const readUsage = (chunk: unknown, choice: unknown) => {
    const places = [fieldAt(chunk, 'usage'), fieldAt(choice, 'usage'), fieldAt(chunk, 'x_groq', 'usage')]
    usage = places.map(chatUsageOf).find((told) => told !== null) ?? usage
  }

  const readDelta = (delta: unknown): Reading => {
    const pieces: ChatPiece[] = []
    const thinking = thinkingIn(delta)
    if (thinking !== '' && showsThinking) pieces.push({ type: 'thinking', text: thinking })
    const text = textIn(fieldAt(delta, 'content'))
    if (text !== '') pieces.push({ type: 'text', text })
    const refusal = textAt(delta, 'refusal') ?? ''
    if (refusal !== '') {
      refused = true
      pieces.push({ type: 'text', text: refusal })
    }
    const isCalling = calls.read(delta)
    pieces.push(...calls.take())
    if (pieces.length > 0) return pieces
    return thinking === '' && !isCalling ? keepAlive : unseenWork
  }

  return {
    read(event, data) {
      // Comments and pings that a gateway has put behind `data:`.
      if (data === '' || data.startsWith(':')) return keepAlive
      const chunk = eventJson(data)
      if (event === 'error' || isChatError(chunk)) return failed(chunk, upstreamModel)
      if (typeof chunk !== 'object' || chunk === null) throw malformedEvent()
      upstreamModel = textAt(chunk, 'model') || upstreamModel
      const choice = firstChoice(chunk)
      readUsage(chunk, choice)
      const reason = textAt(choice, 'finish_reason')?.toLowerCase() ?? ''
      if (reason !== '' && reason !== 'null') finish = reasonOf(reason)
      return readDelta(fieldAt(choice, 'delta') ?? fieldAt(choice, 'message'))
    },
    ending: () => {
      if (finish === null) return null
      return { type: 'end', reason: refused ? 'refused' : calls.reasonOf(finish), upstreamModel, usage }
    },
    rest: () => calls.rest(finish !== null && finish !== 'truncated')
  }
}

function failed(body: unknown, model: string): ChatEnd {
  const refusal = refusalOf(chatErrorCodeOf(body), model)
  if (refusal) return refusal
  throw new StreamError(chatFailureOf(body))
}
