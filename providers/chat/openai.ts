// OpenAI's Responses API, also in xAI's dialect.
import { streamChat } from './chat-stream.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import type { UpstreamCall } from '../http/http.ts'
import { openaiEventReader, refusalOf } from './openai-events.ts'
import type { ChatFormat, ChatProvider, ChatRequest, ChatTurn, SpokenTurn } from './provider.ts'
import { partsOf, schemaOf, withPicturesSaid } from './spoken-turns.ts'
import { argumentsJson } from './tool-calls.ts'

type Effort = NonNullable<ChatRequest['effort']>

/** How the providers of this API differ. */
interface ResponsesDialect {
  /** The field of the body that identifies our user. */
  userField: 'safety_identifier' | 'user'
  /** The value of `reasoning` when thinking is to be shown. */
  thinking: object
  searchTool: object
  /** The field of the body that bounds the searches. */
  searchesField: 'max_tool_calls' | 'max_turns'
  /** What stands for an effort that the provider does not know. */
  efforts: Partial<Record<Effort, Effort>>
  takesSampling: (request: ChatRequest) => boolean
  wordings?: NonNullable<UpstreamCall['wordings']>
}

/** Models that think take sampling parameters only while they do not, those before them always. */
const neverThinks = /(^|\/)(chatgpt-4|gpt-4)/

export const openaiProvider = (connection: ChatConnection, options: ChatOptions): ChatProvider =>
  responsesProvider(
    connection,
    {
      userField: 'safety_identifier',
      thinking: { summary: 'auto' },
      searchTool: { type: 'web_search', user_location: { type: 'approximate' } },
      searchesField: 'max_tool_calls',
      efforts: {},
      takesSampling: ({ effort, model }) => effort === 'none' || neverThinks.test(model)
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
const contentOf = (turn: SpokenTurn) =>
  partsOf(
    turn,
    (type, base64) => ({ type: 'input_image', image_url: `data:${type};base64,${base64}`, detail: 'auto' }),
    { type: 'input_text' }
  )

/** A call and its result are items beside the messages. Without ids of items, which belong to stored conversations. */
function itemsOf(turn: ChatTurn): object[] {
  if (turn.role === 'tool') return [{ type: 'function_call_output', call_id: turn.callId, output: turn.text }]
  if (turn.role === 'system') return [{ role: turn.role, content: turn.text }]
  const calls = (turn.toolCalls ?? []).map(({ id, name, arguments: text }) => {
    return { type: 'function_call', call_id: id, name, arguments: argumentsJson(text) }
  })
  const isSilent = calls.length > 0 && turn.text.trim() === ''
  return isSilent ? calls : [{ role: turn.role, content: contentOf(turn) }, ...calls]
}

/**
 * `store: false`, because by default the provider keeps every conversation for 30 days. Source of `tools`, `reasoning` and
 * `max_tool_calls`: resources/responses of openai 7.55. A location of an unknown place keeps the provider from searching
 * as if the user were in the United States.
 */
const bodyOf = (request: ChatRequest, dialect: ResponsesDialect) => ({
  model: request.model,
  input: withPicturesSaid(request.turns).flatMap(itemsOf),
  ...(request.system && { instructions: request.system }),
  ...reasoningOf(request, dialect),
  ...toolsOf(request, dialect),
  ...(request.format && { text: { format: formatOf(request.format) } }),
  ...(dialect.takesSampling(request) && samplingOf(request)),
  max_output_tokens: request.outputTokensMax,
  [dialect.userField]: request.userTag,
  store: false,
  stream: true
})

function reasoningOf({ effort, showsThinking }: ChatRequest, { thinking, efforts }: ResponsesDialect) {
  const reasoning = { ...(effort && { effort: efforts[effort] ?? effort }), ...(showsThinking && thinking) }
  return Object.keys(reasoning).length === 0 ? {} : { reasoning }
}

/** A function is strict by default here, unlike in every other API. */
function toolsOf({ tools = [], toolChoice, parallelTools, searchesMax }: ChatRequest, dialect: ResponsesDialect) {
  const functions = tools.map((tool) => ({
    type: 'function',
    name: tool.name,
    ...(tool.description && { description: tool.description }),
    parameters: schemaOf(tool),
    strict: tool.strict ?? false
  }))
  if (functions.length === 0 && !searchesMax) return {}
  const choice = typeof toolChoice === 'object' ? { type: 'function', name: toolChoice.name } : toolChoice
  return {
    tools: [...functions, ...(searchesMax ? [dialect.searchTool] : [])],
    ...(searchesMax && { [dialect.searchesField]: searchesMax }),
    ...(choice && { tool_choice: choice }),
    ...(parallelTools === false && { parallel_tool_calls: false })
  }
}

const formatOf = (format: ChatFormat) =>
  format.kind === 'json'
    ? { type: 'json_object' }
    : { type: 'json_schema', name: format.name, schema: format.schema, strict: format.strict ?? false }

/** Penalties and seeds have no field. */
const samplingOf = ({ sampling = {} }: ChatRequest) => ({
  ...(sampling.temperature !== undefined && { temperature: sampling.temperature }),
  ...(sampling.topP !== undefined && { top_p: sampling.topP })
})
