// `POST /v1/messages` and `/v1/messages/count_tokens`: what clients of Anthropic's API send. Fields, betas and kinds of blocks that are not
// named here are taken and have no effect: Claude Code sends new ones with each version. Source: @anthropic-ai/sdk 1.14 and what Claude
// Code 2.1 was seen to send.
import { z } from 'zod'
import { jsonSchema as record, named, other, samplingFields, turnsMax, type Typed, typed } from './call-fields.ts'

const partsMax = 1000
const toolsMax = 512
const stopsMax = 16

/** What is sent up to here comes again and is to be cached, for as long as this API decides. */
const mark = z.object({}).nullish()

const text = z.object({ type: z.literal('text'), text: z.string(), cache_control: mark })
const source = z.object({ type: z.string(), media_type: z.string().optional(), data: z.string().optional() })
const image = z.object({ type: z.literal('image'), source, cache_control: mark })
const document = z.object({
  type: z.literal('document'),
  source: source.extend({
    content: z
      .union([z.string(), z.array(text).max(partsMax)])
      .nullish()
      .catch(null)
  }),
  title: z.string().nullish(),
  cache_control: mark
})
const reference = z.object({ type: z.literal('tool_reference'), tool_name: named })
const found = z.object({
  type: z.literal('search_result'),
  title: z.string(),
  source: z.string(),
  content: z.array(z.object({ text: z.string() })).max(partsMax)
})
const use = z.object({
  type: z.literal('tool_use'),
  id: named,
  name: named,
  input: record.default({}),
  cache_control: mark
})

const typeOf = (block: unknown): unknown =>
  typeof block === 'object' && block !== null && 'type' in block ? block.type : undefined

/**
 * A text, or blocks of these kinds. Any other is not looked at: thinking, which is signed by the supplier that wrote it, and blocks of tools
 * that only Anthropic has.
 */
const content = <const Kinds extends readonly [Typed, ...Typed[]]>(...kinds: Kinds) =>
  z.union([z.string(), z.array(typed([...kinds, other], null)).max(partsMax)])

const texts = content(text)
const result = z.object({
  type: z.literal('tool_result'),
  tool_use_id: named,
  content: content(text, image, document, reference, found).nullish(),
  is_error: z.boolean().nullish(),
  cache_control: mark
})
export type SentResult = z.output<typeof result>

const turn = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: texts.nullish() }),
  z.object({
    role: z.literal('user'),
    content: content(text, image, document, found, result)
  }),
  z.object({ role: z.literal('assistant'), content: content(text, use) })
])
export type SentTurn = z.output<typeof turn>

const tool = z.object({
  name: z.string().regex(/^[\w-]{1,128}$/),
  description: z.string().nullish(),
  input_schema: record,
  strict: z.boolean().nullish(),
  cache_control: mark
})

/** Tools of Anthropic's own (search, shell, editor) have another type and no schema: they are taken, and not offered to the model. */
const isOwn = (sent: unknown): boolean => ![undefined, null, 'custom'].includes(typeOf(sent) as string)

const alone = { disable_parallel_tool_use: z.boolean().nullish() }
const toolChoice = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['auto', 'any']), ...alone }),
  z.object({ type: z.literal('tool'), name: z.string(), ...alone }),
  z.object({ type: z.literal('none') })
])

/** Open words: Claude Code asks for new ways of display before it is told that they are known. */
const thinking = z.object({
  type: z.string(),
  budget_tokens: z.number().int().min(1).nullish(),
  display: z.string().nullish()
})

const format = z.object({ type: z.literal('json_schema'), schema: record }).nullish()
const outputConfig = z.object({
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish().catch(null),
  format
})

export const messageCount = z.object({
  model: z.string().min(1).max(200),
  messages: z.array(turn).min(1).max(turnsMax),
  system: texts.nullish(),
  tools: z
    .array(z.preprocess((sent) => (isOwn(sent) ? null : sent), tool.nullable()))
    .max(toolsMax)
    .nullish(),
  tool_choice: toolChoice.nullish(),
  thinking: thinking.nullish(),
  output_config: outputConfig.nullish(),
  /** The old name of `output_config.format`. */
  output_format: format,
  cache_control: mark,
  // Servers that Anthropic would ask: a client would wait for them.
  mcp_servers: z.array(z.unknown()).max(0).nullish(),
  // A conversation that Anthropic would keep: later requests of it lack all that was said. The tool runner of its SDK tries this first.
  thread: z.null().optional()
})

export const messageRequest = messageCount.extend({
  max_tokens: z.number().int().min(1),
  stream: z.boolean().nullish(),
  stop_sequences: z.array(named).max(stopsMax).nullish(),
  ...samplingFields
})
export type MessageRequest = z.output<typeof messageRequest>
export type MessageCount = z.output<typeof messageCount>
