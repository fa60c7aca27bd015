// Anthropic's Messages API. `max_tokens` is required; current models reject sampling parameters and thinking budgets.
import { anthropicVersion } from './anthropic-version.ts'
import { anthropicEventReader, anthropicWordings } from './anthropic-events.ts'
import { streamChat } from './chat-stream.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import type { ChatProvider, ChatRequest, ChatTurn, SpokenTurn } from './provider.ts'
import { partsOf, schemaOf, spokenTurns } from './spoken-turns.ts'
import { strictSchema } from './anthropic-schema.ts'
import { argumentsIn } from './tool-calls.ts'

export const anthropicProvider = (connection: ChatConnection, options: ChatOptions): ChatProvider => ({
  stream: (request, signal) =>
    streamChat(
      {
        provider: connection.supplier,
        url: `${connection.baseUrl}/v1/messages`,
        headers: { 'x-api-key': connection.apiKey, 'anthropic-version': anthropicVersion },
        body: bodyOf(request),
        wordings: anthropicWordings,
        request,
        reader: anthropicEventReader(request)
      },
      signal,
      options
    )
})

/**
 * The first version of the search: the later ones run code of the model between its searches. Source of `tools` and
 * `thinking`: WebSearchTool20250305 and ThinkingConfigAdaptive of @anthropic-ai/sdk 1.11.
 */
const webSearch = 'web_search_20250305'

function bodyOf(request: ChatRequest) {
  const { instructions, messages } = conversationOf(request)
  const thinking = thinkingOf(request)
  return {
    model: request.model,
    messages,
    ...(instructions && { system: instructions }),
    ...outputOf(request),
    ...(thinking && { thinking }),
    ...toolsOf(request),
    ...stopOf(request),
    max_tokens: request.outputTokensMax,
    metadata: { user_id: request.userTag },
    stream: true
  }
}

/** There is no field for JSON of any form. */
const jsonWish = 'Answer with one JSON value and nothing else: no code fence, no words around it.'

/** Instructions have one place, whatever their place among the turns. A conversation of instructions alone is said by the user. */
function conversationOf({ system, turns, format }: ChatRequest) {
  const asked = spokenTurns(turns)
  const given = asked.filter(({ role }) => role === 'system').map(({ text }) => text)
  const messages = messagesOf(asked)
  if (messages.length === 0 && given.length > 0) messages.push({ role: 'user', content: given.splice(0).join('\n\n') })
  const instructions = [system, ...given, format?.kind === 'json' && jsonWish].filter(Boolean).join('\n\n')
  return { instructions, messages }
}

interface Message {
  role: 'user' | 'assistant'
  content: string | object[]
}

/** The results of the calls of one turn are one message. */
function messagesOf(turns: readonly ChatTurn[]): Message[] {
  const messages: Message[] = []
  let results: object[] | null = null
  for (const turn of turns) {
    if (turn.role === 'system') continue
    if (turn.role !== 'tool') {
      results = null
      messages.push({ role: turn.role, content: contentOf(turn) })
      continue
    }
    if (!results) messages.push({ role: 'user', content: (results = []) })
    results.push({
      type: 'tool_result',
      tool_use_id: ownId(turn.callId),
      ...(turn.text !== '' && { content: turn.text }),
      ...(turn.isError && { is_error: true })
    })
  }
  return messages
}

/** A conversation may have begun at a provider whose ids have dots and colons, which are refused here. */
const ownId = (id: string): string => id.replaceAll(/[^\w-]/g, '_')

function contentOf(turn: SpokenTurn): string | object[] {
  const said = partsOf(
    turn,
    (type, base64) => ({ type: 'image', source: { type: 'base64', media_type: type, data: base64 } }),
    { type: 'text' }
  )
  if (!turn.toolCalls?.length) return said
  const uses = turn.toolCalls.map(({ id, name, arguments: text }) => {
    return { type: 'tool_use', id: ownId(id), name, input: argumentsIn(text) }
  })
  return turn.text.trim() === '' ? uses : [{ type: 'text', text: turn.text }, ...uses]
}

/** They refuse to be told not to think. */
const alwaysThinks = /fable|mythos/

/** Thinking and a call that is demanded exclude each other. */
const isForced = ({ tools, toolChoice }: ChatRequest): boolean =>
  tools !== undefined && (toolChoice === 'required' || typeof toolChoice === 'object')

/** Most models think unless told not to. */
function thinkingOf(request: ChatRequest): object | null {
  const isOff = request.effort === 'none' || isForced(request)
  if (isOff && !alwaysThinks.test(request.model)) return { type: 'disabled' }
  return request.showsThinking ? { type: 'adaptive', display: 'summarized' } : null
}

function outputOf({ effort, format, model }: ChatRequest) {
  const isLeast = effort === 'minimal' || (effort === 'none' && alwaysThinks.test(model))
  const output = {
    ...(effort && (isLeast || effort !== 'none') && { effort: isLeast ? 'low' : effort }),
    ...(format?.kind === 'schema' && { format: { type: 'json_schema', schema: strictSchema(format.schema) } })
  }
  return Object.keys(output).length === 0 ? {} : { output_config: output }
}

/**
 * Programs that have tools send the same beginning again with every round, so it is cached: a read costs a tenth, and a program that
 * asks once pays a quarter more.
 */
function toolsOf(request: ChatRequest) {
  const { searchesMax } = request
  const tools = (request.tools ?? []).map((tool) => ({
    name: tool.name,
    ...(tool.description && { description: tool.description }),
    input_schema: tool.strict ? strictSchema(schemaOf(tool)) : schemaOf(tool),
    ...(tool.strict && { strict: true })
  }))
  const search = searchesMax ? [{ type: webSearch, name: 'web_search', max_uses: searchesMax }] : []
  if (tools.length + search.length === 0) return {}
  const choice = choiceOf(request)
  return {
    tools: [...tools, ...search],
    ...(choice && { tool_choice: choice }),
    ...(tools.length > 0 && { cache_control: { type: 'ephemeral' } })
  }
}

function choiceOf(request: ChatRequest): object | null {
  const { toolChoice, parallelTools, model } = request
  const alone = parallelTools === false && { disable_parallel_tool_use: true }
  if (toolChoice === 'none') return { type: 'none' }
  if (isForced(request) && !alwaysThinks.test(model))
    return typeof toolChoice === 'object' ? { type: 'tool', ...toolChoice, ...alone } : { type: 'any', ...alone }
  return toolChoice || alone ? { type: 'auto', ...alone } : null
}

/** A stop text of spaces or line breaks is refused; it is cut from the stream. */
function stopOf({ stop = [] }: ChatRequest) {
  const taken = stop.filter((text) => text.trim() !== '')
  return taken.length === 0 ? {} : { stop_sequences: taken }
}
