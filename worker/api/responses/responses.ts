// `POST /v1/responses`.
import type { Hono } from 'hono'
import { type AskedResponse, response } from '#contract/v1/responses.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { withBody } from '../base/body.ts'
import { modelFor } from '../base/callable.ts'
import { sentKeyOf } from '../base/caller.ts'
import { ApiError, noSuchResponse } from '../base/errors.ts'
import { samplingOf, schemaFormatOf } from '../calls/asked.ts'
import { beginModelCall } from '../calls/begin-call.ts'
import { expectAble } from '../calls/expect-able.ts'
import type { AskedCall, ModelCall } from '../calls/model-call.ts'
import { streamed, whole } from '../calls/respond.ts'
import { turnsOf } from './items.ts'
import { OfferedTools } from './tools.ts'
import { ResponseWriter } from './writing.ts'

const params = { pictures: 'input', tools: 'tools', toolChoice: 'tool_choice', format: 'text.format' }

function formatOf({ text }: AskedResponse): Pick<AskedCall['request'], 'format'> {
  const format = text?.format
  if (!format || format.type === 'text') return {}
  return { format: 'schema' in format ? schemaFormatOf(format) : { kind: 'json' } }
}

function requestOf(asked: AskedResponse, tools: OfferedTools, seesPictures: boolean): AskedCall['request'] {
  const effort = asked.reasoning?.effort
  return {
    turns: turnsOf(asked, tools, seesPictures),
    ...tools.asked(asked),
    ...formatOf(asked),
    ...samplingOf({ temperature: asked.temperature, topP: asked.top_p }),
    ...(effort && { effort })
  }
}

const listsOf = ({ tools, input }: AskedResponse) => [
  tools ?? [],
  ...(typeof input === 'string' ? [] : input.flatMap((item) => (item.type === 'additional_tools' ? [item.tools] : [])))
]

/** What the core of calls names by the older form. */
const renamed: Readonly<Record<string, string>> = { messages: 'input', response_format: 'text.format' }

/** A refusal in the words of this form. Codex repeats a 422 six times: what moderation refuses is a bad request here, as at OpenAI. */
function reworded(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, param, ...rest } = error.refusal
  return new ApiError({
    ...rest,
    status: status === 422 ? 400 : status,
    ...(param !== undefined && { param: renamed[param] ?? param })
  })
}

async function answered(c: AppContext, asked: AskedResponse, call: ModelCall, tools: OfferedTools): Promise<Response> {
  const created = Math.floor(Date.now() / 1000)
  const named = { id: call.id, created, model: call.model, asked, toolOf: tools.named }
  const writer = new ResponseWriter(named, asked.stream === true)
  return asked.stream ? streamed(c, call, writer) : whole(c, call, writer.piece, (end) => writer.body(end))
}

export function mountResponses(app: Hono<HonoEnv>) {
  app.post('/v1/responses', async (c) => {
    const key = await sentKeyOf(c)
    return withBody(c, response, async (asked, keepUntil) => {
      const { shop, model } = await modelFor(c, asked.model)
      const tools = new OfferedTools(listsOf(asked))
      const request = requestOf(asked, tools, model.seesPictures)
      expectAble(model, request, params)
      const outputTokensAsked = asked.max_output_tokens ?? null
      try {
        const summary = asked.reasoning?.summary
        const readsThinking = summary && summary !== 'none' ? { readsThinking: true } : {}
        const call = await beginModelCall(c, key, shop, {
          surface: 'responses',
          model,
          request,
          outputTokensAsked,
          outputTokensField: 'max_output_tokens',
          ...readsThinking
        })
        keepUntil(call.ended())
        return await answered(c, asked, call, tools)
      } catch (error) {
        throw reworded(error)
      }
    })
  })

  // No response is kept.
  app.on(['GET', 'DELETE'], '/v1/responses/:id{.+}', async (c) => {
    await sentKeyOf(c)
    throw noSuchResponse()
  })
}
