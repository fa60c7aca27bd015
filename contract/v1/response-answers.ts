// What `POST /v1/responses` answers: for the OpenAPI document and for tests, which check each answer by it. Nothing of it is in the Worker.
import { z } from 'zod'
import { count, siteTokens } from './answer-fields.ts'

const status = z.enum(['in_progress', 'completed', 'incomplete'])
const textPart = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.never()),
  logprobs: z.array(z.never())
})
const refusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() })
const summaryPart = z.object({ type: z.literal('summary_text'), text: z.string() })

const call = { id: z.string(), status, call_id: z.string(), name: z.string(), namespace: z.string().optional() }
const item = z
  .discriminatedUnion('type', [
    z.object({
      id: z.string(),
      type: z.literal('message'),
      status,
      role: z.literal('assistant'),
      content: z.array(z.discriminatedUnion('type', [textPart, refusalPart]))
    }),
    z.object({ id: z.string(), type: z.literal('reasoning'), status, summary: z.array(summaryPart) }),
    z.object({ ...call, type: z.literal('function_call'), arguments: z.string().describe('JSON в виде текста') }),
    z.object({ ...call, type: z.literal('custom_tool_call'), input: z.string() })
  ])
  .meta({ id: 'ResponseItem' })

const usage = z
  .object({
    input_tokens: count,
    input_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }),
    output_tokens: count,
    output_tokens_details: z.object({ reasoning_tokens: count }),
    total_tokens: count,
    cost: siteTokens.describe('Сколько стоил запрос: токены сайта с точностью до миллионной')
  })
  .meta({ id: 'ResponseUsage' })

/** `POST /v1/responses` in one body, and in the first and last events of its stream. */
export const responseAnswer = z
  .object({
    id: z.string(),
    object: z.literal('response'),
    created_at: count.describe('Секунды Unix'),
    status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
    background: z.literal(false),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: z.literal('max_output_tokens') }).nullable(),
    instructions: z.null(),
    max_output_tokens: count.nullable(),
    metadata: z.record(z.string(), z.unknown()),
    model: z.string(),
    output: z.array(item),
    parallel_tool_calls: z.boolean(),
    previous_response_id: z.null(),
    reasoning: z.object({ effort: z.string().nullable(), summary: z.string().nullable() }),
    store: z.literal(false),
    temperature: z.number().nullable(),
    text: z.object({ format: z.looseObject({ type: z.string() }) }),
    tool_choice: z.union([z.string(), z.looseObject({ type: z.string() })]),
    tools: z.array(z.never()).describe('Всегда пусто: функции названы в запросе'),
    top_p: z.number().nullable(),
    truncation: z.literal('disabled'),
    usage: usage.nullable()
  })
  .meta({ id: 'Response' })

const event = <Shape extends z.ZodRawShape>(types: readonly string[], shape: Shape) =>
  z.object({ type: z.enum(types.map((type) => `response.${type}`)), sequence_number: count, ...shape })

const place = { item_id: z.string(), output_index: count }
const inContent = { ...place, content_index: count }
const inSummary = { ...place, summary_index: count }
const logprobs = z.array(z.never())

/** One event of a stream. */
export const responseEvent = z
  .union([
    event(['created', 'in_progress', 'completed', 'incomplete', 'failed'], { response: responseAnswer }),
    z.object({
      type: z.literal('error'),
      sequence_number: count,
      code: z.string(),
      message: z.string(),
      param: z.null()
    }),
    event(['output_item.added', 'output_item.done'], { output_index: count, item }),
    event(['content_part.added', 'content_part.done'], {
      ...inContent,
      part: z.discriminatedUnion('type', [textPart, refusalPart])
    }),
    event(['output_text.delta'], { ...inContent, delta: z.string(), logprobs }),
    event(['output_text.done'], { ...inContent, text: z.string(), logprobs }),
    event(['refusal.delta'], { ...inContent, delta: z.string() }),
    event(['refusal.done'], { ...inContent, refusal: z.string() }),
    event(['reasoning_summary_part.added', 'reasoning_summary_part.done'], { ...inSummary, part: summaryPart }),
    event(['reasoning_summary_text.delta'], { ...inSummary, delta: z.string() }),
    event(['reasoning_summary_text.done'], { ...inSummary, text: z.string() }),
    event(['function_call_arguments.delta', 'custom_tool_call_input.delta'], { ...place, delta: z.string() }),
    event(['function_call_arguments.done'], { ...place, name: z.string(), arguments: z.string() }),
    event(['custom_tool_call_input.done'], { ...place, input: z.string() })
  ])
  .meta({ id: 'ResponseEvent' })
