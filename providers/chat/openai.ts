// OpenAI's Responses API, also in xAI's dialect. Current models reject sampling parameters, so none are sent.
import { streamChat } from './chat-stream.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import type { UpstreamCall } from '../http/http.ts'
import { openaiEventReader, refusalOf } from './openai-events.ts'
import type { ChatProvider, ChatRequest, ChatTurn } from './provider.ts'

/** How the providers of this API differ. */
interface ResponsesDialect {
  /** The field of the body that identifies our user. */
  userField: 'safety_identifier' | 'user'
  /** The value of `reasoning` when thinking is to be shown. */
  thinking: object
  searchTool: object
  /** The field of the body that bounds the searches. */
  searchesField: 'max_tool_calls' | 'max_turns'
  wordings?: NonNullable<UpstreamCall['wordings']>
}

export const openaiProvider = (connection: ChatConnection, options: ChatOptions): ChatProvider =>
  responsesProvider(
    connection,
    {
      userField: 'safety_identifier',
      thinking: { summary: 'auto' },
      searchTool: { type: 'web_search', user_location: { type: 'approximate' } },
      searchesField: 'max_tool_calls'
    },
    options
  )

/** Any upstream of `POST /responses`. */
export function responsesProvider(
  { supplier, baseUrl, apiKey }: ChatConnection,
  dialect: ResponsesDialect,
  options: ChatOptions
): ChatProvider {
  const { wordings = [] } = dialect
  return {
    stream: (request, signal) =>
      streamChat(
        {
          provider: supplier,
          url: `${baseUrl}/responses`,
          headers: { authorization: `Bearer ${apiKey}` },
          body: bodyOf(request, dialect),
          wordings,
          request,
          reader: openaiEventReader(request),
          refusalOf: (code) => refusalOf(code, request.model)
        },
        signal,
        options
      )
  }
}

/** `auto` leaves it to the model how closely it looks at a picture. */
const contentOf = ({ text, pictures = [] }: ChatTurn) =>
  pictures.length === 0
    ? text
    : [
        ...pictures.map(({ type, base64 }) => ({
          type: 'input_image',
          image_url: `data:${type};base64,${base64}`,
          detail: 'auto'
        })),
        { type: 'input_text', text }
      ]

/**
 * `store: false`, because by default the provider keeps every conversation for 30 days. Source of `tools`, `reasoning` and
 * `max_tool_calls`: resources/responses of openai 7.55. A location of an unknown place keeps the provider from searching
 * as if the user were in the United States.
 */
const bodyOf = (request: ChatRequest, { userField, thinking, searchesField, searchTool }: ResponsesDialect) => ({
  model: request.model,
  input: request.turns.map((turn) => ({ role: turn.role, content: contentOf(turn) })),
  ...(request.system && { instructions: request.system }),
  ...reasoningOf(request, thinking),
  ...(request.searchesMax && { tools: [searchTool], [searchesField]: request.searchesMax }),
  max_output_tokens: request.outputTokensMax,
  [userField]: request.userTag,
  store: false,
  stream: true
})

function reasoningOf({ effort, showsThinking }: ChatRequest, thinking: object) {
  const reasoning = { ...(effort && { effort }), ...(showsThinking && thinking) }
  return Object.keys(reasoning).length === 0 ? {} : { reasoning }
}
