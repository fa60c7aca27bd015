// `POST /v1/chat/completions`.
import type { Hono } from 'hono'
import { type ChatCompletion, chatCompletion } from '#contract/v1/chat-completions.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { withBody } from '../base/body.ts'
import { sentKeyOf } from '../base/caller.ts'
import { samplingOf, schemaFormatOf, toolOf } from '../calls/asked.ts'
import { beginModelCall } from '../calls/begin-call.ts'
import { expectAble } from '../calls/expect-able.ts'
import type { AskedCall, ModelCall } from '../calls/model-call.ts'
import { streamed, whole } from '../calls/respond.ts'
import { errorBody } from '../base/errors.ts'
import { modelFor } from '../base/callable.ts'
import { turnsOf } from './turns.ts'
import { ChunkWriter, finishReasonOf, WholeAnswer } from './writing.ts'

const choiceOf = (choice: Exclude<ChatCompletion['tool_choice'], null | undefined>) => {
  if (typeof choice === 'string') return choice
  return 'function' in choice ? { name: choice.function.name } : choice.allowed_tools.mode
}

function toolsOf({ tools, tool_choice: choice, parallel_tool_calls: parallel }: ChatCompletion) {
  const allowed = typeof choice === 'object' && choice && 'allowed_tools' in choice && choice.allowed_tools.tools
  const offered = tools?.filter(
    ({ function: { name } }) => !allowed || allowed.some((one) => one.function.name === name)
  )
  return {
    ...(offered?.length && {
      tools: offered.map((tool) => toolOf(tool.function)),
      ...(parallel === false && { parallelTools: false as const })
    }),
    ...(choice && { toolChoice: choiceOf(choice) })
  }
}

function formatOf({ response_format: format }: ChatCompletion): Pick<AskedCall['request'], 'format'> {
  if (!format || format.type === 'text') return {}
  return { format: 'json_schema' in format ? schemaFormatOf(format.json_schema) : { kind: 'json' } }
}

const params = { pictures: 'messages', tools: 'tools', toolChoice: 'tool_choice', format: 'response_format' }

function requestOf(asked: ChatCompletion): AskedCall['request'] {
  const effort = asked.reasoning_effort ?? asked.reasoning?.effort
  const stop = typeof asked.stop === 'string' ? [asked.stop] : (asked.stop ?? [])
  return {
    turns: turnsOf(asked.messages),
    ...toolsOf(asked),
    ...formatOf(asked),
    ...samplingOf({
      temperature: asked.temperature,
      topP: asked.top_p,
      presencePenalty: asked.presence_penalty,
      frequencyPenalty: asked.frequency_penalty,
      seed: asked.seed
    }),
    ...(stop.length > 0 && { stop }),
    ...(effort && { effort })
  }
}

/** Both names mean the same; the smaller counts. Null: neither is given. */
function outputTokensOf({ max_tokens: one, max_completion_tokens: other }: ChatCompletion): number | null {
  const given = [one, other].filter((value) => typeof value === 'number')
  return given.length === 0 ? null : Math.min(...given)
}

export function mountChatCompletions(app: Hono<HonoEnv>) {
  app.post('/v1/chat/completions', async (c) => {
    const key = await sentKeyOf(c)
    return withBody(c, chatCompletion, async (asked, keepUntil) => {
      const { shop, model } = await modelFor(c, asked.model)
      const request = requestOf(asked)
      expectAble(model, request, params)
      const call = await beginModelCall(c, key, shop, {
        surface: 'completions',
        model,
        request,
        outputTokensAsked: outputTokensOf(asked),
        ...(asked.max_completion_tokens && { outputTokensField: 'max_completion_tokens' })
      })
      keepUntil(call.ended())
      return answered(c, asked, call)
    })
  })
}

function answered(c: AppContext, asked: ChatCompletion, call: ModelCall): Promise<Response> {
  const named = { id: `chatcmpl-${call.id}`, created: Math.floor(Date.now() / 1000), model: call.model }
  if (asked.stream) {
    const chunks = new ChunkWriter(named, asked.stream_options?.include_usage === true)
    return streamed(c, call, {
      begin: chunks.begin,
      piece: (piece) => chunks.piece(piece),
      end: ({ reason, billed }) => chunks.end(finishReasonOf(reason), billed),
      error: (refusal) => `data: ${JSON.stringify(errorBody(refusal))}\n\n`,
      ping: ': ping\n'
    })
  }
  const answer = new WholeAnswer()
  return whole(
    c,
    call,
    (piece) => answer.add(piece),
    ({ reason, billed }) => answer.body(named, finishReasonOf(reason), billed)
  )
}
