// Anthropic's Messages API. `max_tokens` is required; current models reject sampling parameters and thinking budgets.
import { anthropicVersion } from './anthropic-version.ts'
import { anthropicEventReader, anthropicWordings } from './anthropic-events.ts'
import { streamChat } from './chat-stream.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import type { ChatProvider, ChatRequest } from './provider.ts'
import { schemaOf } from './spoken-turns.ts'
import { strictSchema } from './anthropic-schema.ts'
import { cached, conversationOf, markOf } from './anthropic-turns.ts'

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
    ...(instructions.length > 0 && { system: instructions }),
    ...outputOf(request),
    ...(thinking && { thinking }),
    ...toolsOf(request),
    ...stopOf(request),
    max_tokens: request.outputTokensMax,
    metadata: { user_id: request.userTag },
    stream: true
  }
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

/** The caller says itself what is to be cached. */
const isMarked = ({ turns, tools = [] }: ChatRequest): boolean =>
  [...turns, ...tools].some(({ cachedUpTo }) => cachedUpTo === true)

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
    ...(tool.strict && { strict: true }),
    ...markOf(tool)
  }))
  const search = searchesMax ? [{ type: webSearch, name: 'web_search', max_uses: searchesMax }] : []
  if (tools.length + search.length === 0) return {}
  const choice = choiceOf(request)
  return {
    tools: [...tools, ...search],
    ...(choice && { tool_choice: choice }),
    ...(tools.length > 0 && !isMarked(request) && cached)
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
