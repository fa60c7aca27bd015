import { splitWords } from '../../base/words.ts'
import { errorBodyOf } from './errors.ts'
import type { Flavour } from './flavours.ts'
import { costOf } from './models.ts'
import { callDeltas } from './tools.ts'
import type { Answer } from '../answer/answer.ts'
import type { AnswerWriter, TextRequest } from '../answer/upstream.ts'
import { isObject, type JsonObject } from '../../base/json.ts'

/** A cache remembers what fills blocks of so many tokens. */
const CACHE_BLOCK = 64

function usageOf(request: TextRequest, answer: Answer, { errors, usage }: Flavour): JsonObject {
  const { inputTokens: input, outputTokens: output, thinkingTokens } = answer
  const cached = Math.floor(input / 2 / CACHE_BLOCK) * CACHE_BLOCK
  const counts = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
  // Gemini leaves thinking out of the output.
  if (usage === 'cumulative') return { ...counts, completion_tokens: output - thinkingTokens }
  return {
    ...counts,
    ...(errors !== 'vllm' && errors !== 'ollama' && { prompt_tokens_details: { cached_tokens: cached } }),
    ...(thinkingTokens > 0 && { completion_tokens_details: { reasoning_tokens: thinkingTokens } }),
    ...(errors === 'deepseek' && { prompt_cache_hit_tokens: cached, prompt_cache_miss_tokens: input - cached }),
    ...(errors === 'openrouter' && { cost: costOf(request.model, { input, cached, output }), is_byok: false })
  }
}

const asksForUsage = ({ body: { stream_options: options } }: TextRequest): boolean =>
  isObject(options) && options['include_usage'] === true

function finishOf(answer: Answer, flavour: Flavour): string {
  if (answer.kind === 'refusal') return flavour.isStrict ? 'stop' : 'content_filter'
  // Gemini says of a call nothing else than of a text.
  const whole = answer.calls.length > 0 && flavour.errors !== 'gemini' ? 'tool_calls' : 'stop'
  return answer.complete ? whole : 'length'
}

/** Writes an answer as chunks: events without names. */
export function writeChunks(request: TextRequest, answer: Answer, flavour: Flavour): AnswerWriter {
  const { comment, field, lineEnd, noText, thinking, usage } = flavour
  const event = (data: unknown) =>
    `${field}${typeof data === 'string' ? data : JSON.stringify(data)}${lineEnd}${lineEnd}`
  const head = {
    id: `chatcmpl-${answer.id}`,
    object: 'chat.completion.chunk',
    created: answer.createdAt,
    model: request.answeredModel
  }
  const counted = usageOf(request, answer, flavour)
  let written = 0
  const soFar = () => ({ ...counted, completion_tokens: Math.ceil(written / 3) })
  const chunk = (delta: JsonObject, finish: string | null = null) =>
    event({
      ...head,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage === 'cumulative' && { usage: finish === null ? soFar() : counted }),
      ...(usage === 'with-finish' && finish !== null && { usage: counted })
    })
  const thinkingOf = (text: string | null) => Object.fromEntries(thinking.map((name) => [name, text]))
  const thought = (text: string) => chunk({ content: noText, ...thinkingOf(text) })
  const none = flavour.marksNoThinking ? thinkingOf(null) : {}
  const ownUsage = usage === 'own-chunk' || (usage === 'asked' && asksForUsage(request))
  const ping = comment === null ? null : `${comment}${lineEnd}${lineEnd}`

  return {
    ping,
    opening() {
      const first = `${ping ?? ''}${chunk({ role: 'assistant', content: noText })}`
      const words = thinking.length > 0 ? splitWords(answer.thinking) : []
      return [first, ...words.map(thought)]
    },
    delta(text) {
      written += text.length
      return chunk(answer.kind === 'refusal' && flavour.isStrict ? { refusal: text } : { content: text, ...none })
    },
    calls: () => callDeltas(answer.calls, flavour).map((delta) => chunk(delta)),
    closing: () =>
      [
        chunk({ content: noText }, finishOf(answer, flavour)),
        ...(ownUsage ? [event({ ...head, choices: [], usage: counted })] : []),
        ...(flavour.endsWithDone ? [event('[DONE]')] : [])
      ].join(''),
    failure: (fault) =>
      event(
        errorBodyOf(
          flavour,
          fault === 'failed'
            ? { status: 500, message: 'The supplier disconnected.', type: 'server_error', code: 'server_error' }
            : { status: 429, message: 'Too many requests.', type: 'rate_limit_error', code: 'rate_limit_exceeded' }
        )
      ),
    malformed: () => `${field}{"id":"${head.id}","choices":[{"index":0,"del${lineEnd}${lineEnd}`
  }
}
