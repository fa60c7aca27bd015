// `POST /v1/responses`: what clients of OpenAI's newer form send. Fields, items and tools that are not named here are taken and have no
// effect. Source: openai 7.57 and what codex 0.171 and @ai-sdk/openai 4 were seen to send.
import { z } from 'zod'
import {
  absent,
  allowedMode,
  effort,
  functionFields,
  functionName,
  named,
  other,
  partsMax,
  plainFormat,
  samplingFields,
  schemaFormatFields,
  tokens,
  toolChoiceWord,
  toolsMax,
  turnsMax,
  typed
} from './call-fields.ts'

/** What clients send as text: of a question, of an answer, and under the name of the older form. */
const textPart = z.object({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() })
const refusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() })
const picturePart = z.object({ type: z.literal('input_image'), image_url: z.string() })
const filePart = z.object({ type: z.literal('input_file'), file_data: z.string() })
const known = [textPart, refusalPart, picturePart] as const
const part = z.discriminatedUnion('type', [...known, filePart])
const content = z.union([z.string(), z.array(part).max(partsMax)])
/** Of a tool's result, which agents send again with every round: what is not known is told to the model. */
const resultPart = z
  .discriminatedUnion('type', known)
  .catch({ type: 'text', text: '[A part of this result that cannot be read.]' })
export type SentContent = z.output<typeof content>

/** The space that a tool's name belongs to. */
const namespace = z.string().max(256).nullish()

const callable = [
  z.object({ type: z.literal('function'), ...functionFields }),
  z.object({
    type: z.literal('custom'),
    name: functionName,
    description: z.string().nullish(),
    format: z.object({ syntax: z.string().nullish(), definition: z.string().nullish() }).nullish()
  })
] as const
export type SentCallable = z.output<(typeof callable)[number]>

/** Tools of other types (searches, shells, servers) run at OpenAI: they are not offered to the model. */
const tools = z
  .array(
    typed([
      ...callable,
      z.object({
        type: z.literal('namespace'),
        name: z.string().min(1).max(256),
        tools: z.array(typed([...callable, other])).max(toolsMax)
      }),
      other
    ])
  )
  .max(toolsMax)
export type SentTools = z.output<typeof tools>

const item = typed(
  [
    z.object({
      type: z.literal('message'),
      role: z.enum(['system', 'developer', 'user', 'assistant']),
      content
    }),
    z.object({
      type: z.literal('function_call'),
      call_id: named,
      name: named,
      namespace,
      arguments: z.string().default('')
    }),
    z.object({ type: z.literal('custom_tool_call'), call_id: named, name: named, namespace, input: z.string() }),
    z.object({
      type: z.literal(['function_call_output', 'custom_tool_call_output']),
      call_id: named,
      output: z.union([z.string(), z.array(resultPart).max(turnsMax)])
    }),
    // Codex offers its tools in an item, for models that it knows.
    z.object({ type: z.literal('additional_tools'), tools }),
    // What only a server can give that keeps conversations.
    z.object({ type: z.literal(['item_reference', 'compaction_trigger']) }),
    other
  ],
  'message'
)
export type SentItem = z.output<typeof item>

const choosable = z.object({ type: z.literal(['function', 'custom']), name: z.string(), namespace })
const toolChoice = z.union([
  toolChoiceWord,
  z.discriminatedUnion('type', [
    choosable,
    z.object({
      type: z.literal('allowed_tools'),
      mode: allowedMode,
      tools: z.array(typed([choosable, other])).max(toolsMax)
    })
  ])
])
export type SentToolChoice = z.output<typeof toolChoice>

const format = z.discriminatedUnion('type', [
  plainFormat,
  z.object({ type: z.literal('json_schema'), ...schemaFormatFields })
])

export const response = z.object({
  model: z.string().min(1).max(200),
  input: z.union([z.string().min(1), z.array(item).min(1).max(turnsMax)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: tokens,
  ...samplingFields,
  tools: tools.nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z.object({ format: format.nullish() }).nullish(),
  reasoning: z
    .object({ effort: effort.nullish(), summary: z.enum(['auto', 'concise', 'detailed', 'none']).nullish() })
    .nullish(),
  /** Given back in each event that has the whole response. Bounds: OpenAI's. */
  metadata: z
    .record(z.string().max(64), z.string().max(512))
    .refine((pairs) => Object.keys(pairs).length <= 16)
    .nullish(),
  top_logprobs: absent(0),
  // Nothing is stored.
  background: absent(false),
  conversation: z.null().optional(),
  previous_response_id: z.null().optional(),
  prompt: z.null().optional()
})
export type AskedResponse = z.output<typeof response>
