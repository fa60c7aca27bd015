// `POST /v1/chat/completions`: what clients of OpenAI's API send. Fields that are not named here are taken and have no effect: clients
// send new ones every month. Source of the fields: openai-openapi 2.3.0 and what clients were seen to send.
import { z } from 'zod'

/** Turns of a call, parts of a turn, and functions that a call may name. */
const turnsMax = 4000
const partsMax = 200
const toolsMax = 128

const textPart = z.object({ type: z.literal('text'), text: z.string() })
/** An answer that was refused, as clients send it back. */
const refusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() })
const picturePart = z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) })

const textOf = (part: z.ZodDiscriminatedUnion<[typeof textPart, typeof refusalPart]> | typeof textPart) =>
  z.union([z.string(), z.array(part).max(partsMax)])

/** Several times what suppliers give; as long as the longest that adapters pass on. */
const named = z.string().min(1).max(256)

const toolCall = z.object({
  id: named,
  type: z.literal('function').default('function'),
  function: z.object({ name: named, arguments: z.string().default('') })
})

const turn = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content: textOf(textPart) }),
  z.object({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [textPart, picturePart])).max(partsMax)])
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

const jsonSchema = z.record(z.string(), z.unknown())

const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().nullish(),
    parameters: jsonSchema.nullish(),
    strict: z.boolean().nullish()
  })
})

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })
])

const format = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: z.string().regex(/^[\w-]{1,64}$/),
      schema: jsonSchema,
      strict: z.boolean().nullish()
    })
  })
])

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

const tokens = z.number().int().min(1).nullish()
const between = (min: number, max: number) => z.number().min(min).max(max).nullish()
/** What asks for something that is not offered; the same field that asks for nothing is taken. */
const absent = (...values: (string | number | boolean)[]) => z.literal(values).nullish()

export const chatCompletion = z.object({
  model: z.string().min(1).max(200),
  messages: z.array(turn).min(1).max(turnsMax),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  temperature: between(0, 2),
  top_p: between(0, 1),
  presence_penalty: between(-2, 2),
  frequency_penalty: between(-2, 2),
  seed: z.number().int().nullish(),
  stop: z.union([z.string().min(1), z.array(z.string().min(1)).max(4)]).nullish(),
  n: absent(1),
  logprobs: absent(false),
  top_logprobs: absent(0),
  tools: z.array(tool).max(toolsMax).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: format.nullish(),
  reasoning_effort: z.enum(efforts).nullish(),
  reasoning: z.object({ effort: z.enum(efforts).nullish() }).nullish(),
  // Old names of tools, and answers that are not text.
  functions: z.null().optional(),
  function_call: z.null().optional(),
  modalities: z.array(z.literal('text')).nullish(),
  audio: z.null().optional(),
  prediction: z.null().optional(),
  web_search_options: z.null().optional()
})
export type ChatCompletion = z.output<typeof chatCompletion>
