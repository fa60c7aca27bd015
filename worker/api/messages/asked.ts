// A message request as the core of calls takes it.
import type { MessageCount, MessageRequest } from '#contract/v1/messages.ts'
import type { ChatTool } from '#providers/chat/provider.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import { samplingOf, toolOf } from '../calls/asked.ts'
import { expectAble } from '../calls/expect-able.ts'
import type { AskedCall } from '../calls/model-call.ts'
import { markOf, turnsOf } from './turns.ts'

type Request = AskedCall['request']

const toolsOf = ({ tools }: MessageCount): ChatTool[] =>
  (tools ?? []).flatMap((tool) =>
    tool ? [{ ...toolOf({ ...tool, parameters: tool.input_schema }), ...markOf(tool) }] : []
  )

function choiceOf({ tool_choice: choice }: MessageCount): Pick<Request, 'toolChoice' | 'parallelTools'> {
  if (!choice) return {}
  if (choice.type === 'none') return { toolChoice: 'none' }
  return {
    toolChoice: choice.type === 'tool' ? { name: choice.name } : choice.type === 'any' ? 'required' : 'auto',
    ...(choice.disable_parallel_tool_use && { parallelTools: false })
  }
}

/** Up to so many tokens of thinking are this effort; `max` has to be asked for by name. */
const efforts = [
  { budgetMax: 4096, effort: 'low' },
  { budgetMax: 16_384, effort: 'medium' },
  { budgetMax: 32_768, effort: 'high' },
  { budgetMax: Infinity, effort: 'xhigh' }
] as const

function effortOf({ thinking, output_config: output }: MessageCount): Request['effort'] {
  if (thinking?.type === 'disabled') return 'none'
  if (output?.effort) return output.effort
  if (thinking?.type !== 'enabled' || !thinking.budget_tokens) return undefined
  const budget = thinking.budget_tokens
  return efforts.find(({ budgetMax }) => budget <= budgetMax)?.effort
}

/** Anthropic refuses more; the last reach furthest. */
const marksMax = 4

function keepLastMarks(marked: readonly { cachedUpTo?: true }[]): void {
  for (const one of marked.filter(({ cachedUpTo }) => cachedUpTo).slice(0, -marksMax)) delete one.cachedUpTo
}

const params = {
  pictures: 'messages',
  tools: 'tools',
  toolChoice: 'tool_choice',
  format: 'output_config.format'
}

/** What is sent to the model. @throws ApiError: it cannot do what is asked */
export function sentOf(asked: MessageCount, model: SoldModel): Pick<Request, 'turns' | 'tools' | 'format'> & Request {
  const tools = toolsOf(asked)
  const turns = turnsOf(asked, model.seesPictures)
  keepLastMarks([...tools, ...turns])
  const format = asked.output_config?.format ?? asked.output_format
  const effort = effortOf(asked)
  const request: Request = {
    turns,
    ...(tools.length > 0 && { tools }),
    ...choiceOf(asked),
    ...(format && { format: { kind: 'schema', name: 'answer', schema: format.schema } }),
    ...(effort && { effort })
  }
  expectAble(model, request, params)
  return request
}

export function askedCallOf(asked: MessageRequest, model: SoldModel): AskedCall {
  const { thinking, stop_sequences: stop } = asked
  return {
    surface: 'messages',
    model,
    request: {
      ...sentOf(asked, model),
      ...samplingOf({ temperature: asked.temperature, topP: asked.top_p }),
      ...(stop && stop.length > 0 && { stop })
    },
    readsThinking: Boolean(thinking && thinking.type !== 'disabled' && thinking.display !== 'omitted'),
    outputTokensAsked: asked.max_tokens
  }
}
