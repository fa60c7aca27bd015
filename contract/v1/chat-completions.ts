// `POST /v1/chat/completions`: what clients of OpenAI's API send. Fields that are not named here are taken and have no effect: clients
// send new ones every month. Source of the fields: openai-openapi 2.3.0 and what clients were seen to send.
import { z } from 'zod'
import {
  absent,
  allowedMode,
  effort,
  functionFields,
  named,
  partsMax,
  penalty,
  plainFormat,
  samplingFields,
  schemaFormatFields,
  tokens,
  toolChoiceWord,
  toolsMax,
  turnsMax
} from './call-fields.ts'

const textPart = z.object({ type: z.literal('text'), text: z.string() })
/** An answer that was refused, as clients send it back. */
const refusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() })
const picturePart = z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) })

const filePart = z.object({ type: z.literal('file'), file: z.object({ file_data: z.string() }) })
const said = z.discriminatedUnion('type', [textPart, picturePart, filePart])

const textOf = (part: z.ZodDiscriminatedUnion<[typeof textPart, typeof refusalPart]> | typeof textPart) =>
  z.union([z.string(), z.array(part).max(partsMax)])

const toolCall = z.object({
  id: named,
  type: z.literal('function').default('function'),
  function: z.object({ name: named, arguments: z.string().default('') })
})

const turn = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content: textOf(textPart) }),
  z.object({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(said).max(partsMax)])
  }),
  z.object({
    role: z.literal('assistant'),
    content: textOf(z.discriminatedUnion('type', [textPart, refusalPart]))
      .nullish()
      .transform((content) => content ?? ''),
    tool_calls: z.array(toolCall).max(toolsMax).nullish()
  }),
  z.object({ role: z.literal('tool'), tool_call_id: named, content: textOf(textPart) })
])
export type SentTurn = z.output<typeof turn>

const tool = z.object({ type: z.literal('function'), function: z.object(functionFields) })

const chosen = z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })
const toolChoice = z.union([
  toolChoiceWord,
  z.discriminatedUnion('type', [
    chosen,
    z.object({
      type: z.literal('allowed_tools'),
      allowed_tools: z.object({ mode: allowedMode, tools: z.array(chosen).max(toolsMax) })
    })
  ])
])

const format = z.discriminatedUnion('type', [
  plainFormat,
  z.object({ type: z.literal('json_schema'), json_schema: z.object(schemaFormatFields) })
])

export const chatCompletion = z.object({
  // Before the turns: a body of the other form lacks them, and says so less well. Cursor sends such bodies for some models.
  input: z.null('Такой запрос принимает POST /v1/responses').optional(),
  model: z.string().min(1).max(200),
  messages: z.array(turn).min(1).max(turnsMax),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  ...samplingFields,
  presence_penalty: penalty,
  frequency_penalty: penalty,
  seed: z.number().int().nullish(),
  stop: z.union([named, z.array(named).max(4)]).nullish(),
  n: absent(1),
  logprobs: absent(false),
  top_logprobs: absent(0),
  tools: z.array(tool).max(toolsMax).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: format.nullish(),
  reasoning_effort: effort.nullish(),
  reasoning: z.object({ effort: effort.nullish() }).nullish(),
  // Old names of tools, and answers that are not text.
  functions: z.null().optional(),
  function_call: z.null().optional(),
  modalities: z.array(z.literal('text')).nullish(),
  audio: z.null().optional(),
  prediction: z.null().optional(),
  web_search_options: z.null().optional()
})
export type ChatCompletion = z.output<typeof chatCompletion>
