// OpenAI's Responses API, also in xAI's dialect.
import { streamChat } from './chat-stream.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import type { UpstreamCall } from '../http/http.ts'
import { openaiEventReader, refusalOf } from './openai-events.ts'
import type { ChatFormat, ChatProvider, ChatRequest, ChatTurn, SpokenTurn } from './provider.ts'
import { partsOf, schemaOf, withJsonSaid, withPicturesSaid } from './spoken-turns.ts'
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
  { supplier, baseUrl, apiKey, dialect: name }: ChatConnection,
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
          body: bodyOf({ ...request, turns: withPicturesSaid(withJsonSaid(request), name) }, dialect),
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

/** OpenAI refuses a conversation with a longer `call_id`; other suppliers give longer ones, and a conversation may go on with OpenAI. */
const callIdLengthMax = 64

/**
 * @returns what stands for an id of a call in these turns: the same for a call and its result, and the same when the conversation has
 * become longer, so that its beginning can be cached
 */
function callIdsOf(turns: readonly ChatTurn[]): (id: string) => string {
  const ids = turns.flatMap((turn) => (turn.role === 'assistant' ? (turn.toolCalls ?? []).map(({ id }) => id) : []))
  const long = [...new Set(ids)].filter((id) => id.length > callIdLengthMax)
  const short = new Map(long.map((id, index) => [id, `long_call_${index}`]))
  return (id) => short.get(id) ?? id
}

/** A call and its result are items beside the messages. Without ids of items, which belong to stored conversations. */
function itemsOf(turn: ChatTurn, callIdOf: (id: string) => string): object[] {
  if (turn.role === 'tool') return [{ type: 'function_call_output', call_id: callIdOf(turn.callId), output: turn.text }]
  if (turn.role === 'system') return [{ role: turn.role, content: turn.text }]
  const calls = (turn.toolCalls ?? []).map(({ id, name, arguments: text }) => {
    return { type: 'function_call', call_id: callIdOf(id), name, arguments: argumentsJson(text) }
  })
  const isSilent = calls.length > 0 && turn.text.trim() === ''
  return isSilent ? calls : [{ role: turn.role, content: contentOf(turn) }, ...calls]
}

function inputOf(turns: readonly ChatTurn[]): object[] {
  const callIdOf = callIdsOf(turns)
  return turns.flatMap((turn) => itemsOf(turn, callIdOf))
}

/**
 * `store: false`, because by default the provider keeps every conversation for 30 days. Source of `tools`, `reasoning` and
 * `max_tool_calls`: resources/responses of openai 7.55. A location of an unknown place keeps the provider from searching
 * as if the user were in the United States.
 */
const bodyOf = (request: ChatRequest, dialect: ResponsesDialect) => ({
  model: request.model,
  input: inputOf(request.turns),
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
