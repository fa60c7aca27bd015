// What answers of several calls under `/v1` have. The Worker only writes them: nothing of this file is in its script.
import { z } from 'zod'

export const count = z.number().int().min(0)
/** Site tokens, exact to a millionth. */
export const siteTokens = z.number().min(0)

/** What every model of the list begins with. */
export const modelHead = {
  id: z.string().describe('Это имя пишется в поле model'),
  object: z.literal('model'),
  created: count.describe('Секунды Unix'),
  owned_by: z.string(),
  name: z.string(),
  description: z.string()
}

/** A refusal, and an event of a stream that failed. */
export const apiErrorBody = z
  .object({
    error: z.object({
      message: z.string().describe('По-русски: что случилось и что делать'),
      type: z.string(),
      param: z.string().nullable().describe('Поле, в котором ошибка, с путём: messages.0.content'),
      code: z.string().nullable()
    })
  })
  .meta({ id: 'ApiError' })

/** The same for clients of Anthropic's API: `/v1/messages`, or the header `anthropic-version`. */
export const anthropicErrorAnswer = z
  .object({
    type: z.literal('error'),
    error: z.object({
      type: z.string(),
      message: z.string(),
      details: z.object({ error_code: z.literal('thread_unsupported_request') }).optional()
    }),
    request_id: z.string()
  })
  .meta({ id: 'AnthropicError' })
