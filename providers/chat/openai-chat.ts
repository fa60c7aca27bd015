// `POST /chat/completions`, the format that OpenAI began and most suppliers speak: OpenRouter, DeepSeek, Qwen, Gemini's and Yandex's
// compatible addresses, vLLM, Ollama. Only fields that all of them take are sent unasked: several
// refuse a field that they do not know.
import { streamChat } from './chat-stream.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import { chatErrorCodeOf, chatWordings, refusalOf, waitSecondsOf } from './openai-chat-errors.ts'
import { openaiChatReader } from './openai-chat-events.ts'
import type { ChatFormat, ChatProvider, ChatRequest, ChatTurn, SpokenTurn } from './provider.ts'
import { bothTexts, partsOf, schemaOf, spokenTurns, withJsonSaid, withPicturesSaid } from './spoken-turns.ts'
import { argumentsJson } from './tool-calls.ts'

export const openaiChatProvider = (
  { supplier, baseUrl, apiKey }: ChatConnection,
  options: ChatOptions
): ChatProvider => ({
  stream: (request, signal) =>
    streamChat(
      {
        provider: supplier,
        url: `${baseUrl}/chat/completions`,
        // A model on a machine of one's own often has no key.
        headers: { accept: 'text/event-stream', ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }) },
        body: bodyOf(request),
        request,
        reader: openaiChatReader(request),
        codeOf: chatErrorCodeOf,
        wordings: chatWordings,
        waitSecondsOf,
        refusalOf: (code) => refusalOf(code, request.model)
      },
      signal,
      options
    )
})

// Resellers pass OpenAI's own names on, and its reasoning models refuse `max_tokens`; all other models know nothing else.
const takesCompletionTokens = /^(o\d|gpt-([5-9]|\d\d))/

const bodyOf = (request: ChatRequest) => ({
  model: request.model,
  messages: messagesOf(request),
  [takesCompletionTokens.test(request.model) ? 'max_completion_tokens' : 'max_tokens']: request.outputTokensMax,
  ...(request.effort && { reasoning_effort: efforts[request.effort] ?? request.effort }),
  ...toolsOf(request),
  ...(request.format && { response_format: formatOf(request.format) }),
  ...samplingOf(request),
  user: request.userTag,
  stream: true,
  stream_options: { include_usage: true }
})

/** Few suppliers know more than `none`, `low`, `medium` and `high`. */
const efforts: Partial<Record<NonNullable<ChatRequest['effort']>, string>> = {
  minimal: 'low',
  xhigh: 'high',
  max: 'high'
}

/** The templates of open models refuse two turns of one role in a row, which an empty answer leaves behind. */
function messagesOf(request: ChatRequest): object[] {
  const { system } = request
  const merged: ChatTurn[] = []
  const first: ChatTurn[] = system ? [{ role: 'system', text: system }] : []
  for (const turn of [...first, ...withPicturesSaid(spokenTurns(withJsonSaid(request)), 'openai-chat')]) {
    const last = merged.at(-1)
    const both = last && joined(last, turn)
    if (both) merged[merged.length - 1] = both
    else merged.push(turn)
  }
  return merged.map((turn) => messageOf(turn, request))
}

/** Both as one turn; null: they are two. */
function joined(one: ChatTurn, other: ChatTurn): ChatTurn | null {
  const text = bothTexts(one.text, other.text)
  if (one.role === 'system') return other.role === 'system' ? { role: 'system', text } : null
  if (one.role === 'tool' || one.role !== other.role || one.toolCalls?.length) return null
  const pictures = [...(one.pictures ?? []), ...(other.pictures ?? [])]
  return {
    role: one.role,
    text,
    ...(pictures.length > 0 && { pictures }),
    ...(other.toolCalls && { toolCalls: other.toolCalls })
  }
}

/** They refuse an answer of theirs without its thinking, which programs do not send back; an empty one will do. */
const wantsThinkingBack = /deepseek|kimi/
/** So does Gemini with the signature of a call. What its maker's documentation has for calls of other models stands for it. */
const wantsSignature = /gemini-[3-9]/
const signature = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }

function messageOf(turn: ChatTurn, { model, tools }: ChatRequest): object {
  if (turn.role === 'tool') return { role: turn.role, tool_call_id: turn.callId, content: turn.text }
  if (turn.role === 'system') return { role: turn.role, content: turn.text }
  const thinking = turn.role === 'assistant' && tools && wantsThinkingBack.test(model) && { reasoning_content: '' }
  if (!turn.toolCalls?.length) return { role: turn.role, content: contentOf(turn), ...thinking }
  return {
    role: turn.role,
    content: turn.text.trim() === '' ? null : turn.text,
    ...thinking,
    tool_calls: turn.toolCalls.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: argumentsJson(text) },
      ...(wantsSignature.test(model) && signature)
    }))
  }
}

const contentOf = (turn: SpokenTurn) =>
  partsOf(turn, (type, base64) => ({ type: 'image_url', image_url: { url: `data:${type};base64,${base64}` } }), {
    type: 'text'
  })

function toolsOf({ tools = [], toolChoice, parallelTools }: ChatRequest) {
  if (tools.length === 0) return {}
  const choice = typeof toolChoice === 'object' ? { type: 'function', function: { name: toolChoice.name } } : toolChoice
  return {
    tools: tools.map((tool) => ({
      type: 'function',
      function: {
        name: tool.name,
        ...(tool.description && { description: tool.description }),
        parameters: schemaOf(tool),
        ...(tool.strict && { strict: true })
      }
    })),
    ...(choice && { tool_choice: choice }),
    ...(parallelTools === false && { parallel_tool_calls: false })
  }
}

const formatOf = (format: ChatFormat) =>
  format.kind === 'json'
    ? { type: 'json_object' }
    : {
        type: 'json_schema',
        json_schema: { name: format.name, schema: format.schema, ...(format.strict && { strict: true }) }
      }

/**
 * What is the default anyway is not sent: some models refuse the field, and programs fill in all of them. OpenAI's models that think
 * refuse them all, but for two while they do not.
 */
function samplingOf({ model, effort, sampling = {}, stop }: ChatRequest) {
  const { temperature, topP, presencePenalty, frequencyPenalty, seed } = sampling
  const thinks = takesCompletionTokens.test(model)
  return {
    ...(!(thinks && effort !== 'none') && {
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && topP !== 1 && { top_p: topP })
    }),
    ...(!thinks && {
      ...(presencePenalty && { presence_penalty: presencePenalty }),
      ...(frequencyPenalty && { frequency_penalty: frequencyPenalty }),
      ...(seed !== undefined && { seed }),
      // More than four are refused; the text is cut here in any case.
      ...(stop?.length && { stop: stop.slice(0, 4) })
    })
  }
}
