// `POST /chat/completions`, the format that OpenAI began and most suppliers speak: OpenRouter, DeepSeek, Qwen, Gemini's and Yandex's
// compatible addresses, vLLM, Ollama. Only fields that all of them take are sent: several refuse a field that they do not know.
import { streamChat } from './chat-stream.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import { chatErrorCodeOf, chatWordings, refusalOf, waitSecondsOf } from './openai-chat-errors.ts'
import { openaiChatReader } from './openai-chat-events.ts'
import type { ChatProvider, ChatRequest, ChatTurn } from './provider.ts'
import { spokenTurns } from './spoken-turns.ts'

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
  ...(request.effort && { reasoning_effort: request.effort }),
  user: request.userTag,
  stream: true,
  stream_options: { include_usage: true }
})

/** The templates of open models refuse two turns of one role in a row, which an empty answer leaves behind. */
function messagesOf({ system, turns }: ChatRequest) {
  const merged: ChatTurn[] = []
  for (const turn of spokenTurns(turns)) {
    const last = merged.at(-1)
    if (last?.role === turn.role) merged[merged.length - 1] = joined(last, turn)
    else merged.push(turn)
  }
  const messages = merged.map((turn) => ({ role: turn.role, content: contentOf(turn) }))
  return system ? [{ role: 'system', content: system }, ...messages] : messages
}

function joined(one: ChatTurn, other: ChatTurn): ChatTurn {
  const pictures = [...(one.pictures ?? []), ...(other.pictures ?? [])]
  return { role: one.role, text: `${one.text}\n\n${other.text}`, ...(pictures.length > 0 && { pictures }) }
}

const contentOf = ({ text, pictures = [] }: ChatTurn) =>
  pictures.length === 0
    ? text
    : [
        ...pictures.map(({ type, base64 }) => ({
          type: 'image_url',
          image_url: { url: `data:${type};base64,${base64}` }
        })),
        { type: 'text', text }
      ]
