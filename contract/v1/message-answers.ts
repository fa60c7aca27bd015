// What `/v1/messages` and `/v1/messages/count_tokens` answer: for the OpenAPI document and for tests, which check each answer by it. Nothing
// of it is in the Worker.
import { z } from 'zod'
import { anthropicErrorAnswer, count, siteTokens } from './answer-fields.ts'

const input = z.record(z.string(), z.unknown())
const thinking = z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.literal('') })
const toolUse = z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input })

const stop = {
  stop_reason: z.enum(['end_turn', 'max_tokens', 'tool_use', 'stop_sequence', 'refusal']).nullable(),
  stop_sequence: z.string().nullable()
}
const counts = {
  input_tokens: count.describe('Без прочитанных из кэша и записанных в него'),
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count
}
const usage = z
  .object({
    ...counts,
    output_tokens_details: z.object({ thinking_tokens: count }),
    cost: siteTokens.describe('Сколько стоил запрос: токены сайта с точностью до миллионной')
  })
  .meta({ id: 'MessageUsage' })

const message = { id: z.string(), type: z.literal('message'), role: z.literal('assistant'), model: z.string(), ...stop }

/** `POST /v1/messages` in one body. */
export const messageAnswer = z
  .object({
    ...message,
    content: z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), text: z.string(), citations: z.null() }),
        thinking,
        toolUse
      ])
    ),
    usage
  })
  .meta({ id: 'Message' })

/** One event of a stream. */
export const messageEvent = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('message_start'),
      message: z.object({
        ...message,
        content: z.array(z.never()),
        usage: z.object(counts).describe('Оценка; точный расход приходит с message_delta')
      })
    }),
    z.object({
      type: z.literal('content_block_start'),
      index: count,
      content_block: z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), text: z.literal('') }),
        thinking,
        toolUse
      ])
    }),
    z.object({
      type: z.literal('content_block_delta'),
      index: count,
      delta: z.discriminatedUnion('type', [
        z.object({ type: z.literal('text_delta'), text: z.string() }),
        z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
        z.object({ type: z.literal('input_json_delta'), partial_json: z.string() })
      ])
    }),
    z.object({ type: z.literal('content_block_stop'), index: count }),
    z.object({ type: z.literal('message_delta'), delta: z.object(stop), usage }),
    z.object({ type: z.literal('message_stop') }),
    z.object({ type: z.literal('ping') }),
    anthropicErrorAnswer
  ])
  .meta({ id: 'MessageEvent' })

/** `POST /v1/messages/count_tokens`. */
export const countAnswer = z
  .object({ input_tokens: count.describe('Оценка: токены разных моделей разные') })
  .meta({ id: 'MessageTokens' })

const listed = { id: z.string(), type: z.literal('model'), display_name: z.string(), created_at: z.iso.datetime() }

/** `GET /v1/models/{id}` and an item of the list, for callers with the header `anthropic-version`. */
export const anthropicModel = z.object(listed).meta({ id: 'AnthropicModel' })

export const anthropicModelList = z
  .object({
    data: z.array(anthropicModel),
    has_more: z.literal(false),
    first_id: z.string().nullable(),
    last_id: z.string().nullable()
  })
  .meta({ id: 'AnthropicModelList' })
