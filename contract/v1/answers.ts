// What the calls under `/v1` answer. The Worker only writes these, so nothing of this file is in its script: the OpenAPI document is made
// of it, and tests check each answer by it.
import { z } from 'zod'
import { count, modelHead, siteTokens } from './answer-fields.ts'
import { apiTranscriptionModel } from './transcription-answers.ts'

const rates = z
  .object({ input: count, cached_input: count, cache_write: count, output: count })
  .describe('Токены сайта за миллион токенов модели')

/** `GET /v1/models/{id}`, and an item of the list. */
export const apiModel = z
  .object({
    ...modelHead,
    context_length: count.nullable().describe('В токенах модели. null — неизвестно'),
    architecture: z.object({
      input_modalities: z.array(z.enum(['text', 'image'])),
      output_modalities: z.array(z.literal('text'))
    }),
    top_provider: z.object({
      context_length: count.nullable(),
      max_completion_tokens: count,
      is_moderated: z.boolean()
    }),
    site_pricing: z.object({
      currency: z.literal('site-token'),
      per_million: rates,
      above_input_tokens: count.optional().describe('Если вход длиннее, весь запрос считается по per_million_above'),
      per_million_above: rates.optional()
    }),
    supported_parameters: z.array(z.string())
  })
  .meta({ id: 'Model' })

/** The same of a model that makes pictures or speech. */
export const apiWorkModel = z
  .object({
    ...modelHead,
    context_length: z.null(),
    architecture: z.object({
      input_modalities: z.array(z.enum(['text', 'image'])),
      output_modalities: z.array(z.enum(['image', 'audio']))
    }),
    site_pricing: z.object({
      currency: z.literal('site-token'),
      per_image: count.optional().describe('С обычными настройками'),
      per_image_max: count.optional().describe('С самыми дорогими настройками'),
      per_1000_characters: count.optional().describe('За каждую начатую тысячу знаков')
    })
  })
  .meta({ id: 'WorkModel' })

export const apiModelList = z
  .object({ object: z.literal('list'), data: z.array(z.union([apiModel, apiWorkModel, apiTranscriptionModel])) })
  .meta({ id: 'ModelList' })

const chatUsage = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    total_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }),
    completion_tokens_details: z.object({ reasoning_tokens: count }),
    cost: siteTokens.describe('Сколько стоил запрос: токены сайта с точностью до миллионной')
  })
  .meta({ id: 'ChatUsage' })

const finishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter'])
const named = { id: z.string(), created: count.describe('Секунды Unix'), model: z.string() }

const calledFunction = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string().describe('JSON в виде текста') })
})

/** `POST /v1/chat/completions` in one body. */
export const chatAnswer = z
  .object({
    ...named,
    object: z.literal('chat.completion'),
    choices: z.array(
      z.object({
        index: count,
        message: z.object({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          refusal: z.null(),
          reasoning_content: z.string().optional().describe('Размышления модели'),
          tool_calls: z.array(calledFunction).optional()
        }),
        logprobs: z.null(),
        finish_reason: finishReason
      })
    ),
    usage: chatUsage
  })
  .meta({ id: 'ChatAnswer' })

/** One event of a stream; `data: [DONE]` follows the last. */
export const chatChunk = z
  .object({
    ...named,
    object: z.literal('chat.completion.chunk'),
    choices: z
      .array(
        z.object({
          index: count,
          delta: z.object({
            role: z.literal('assistant').optional(),
            content: z.string().optional(),
            reasoning_content: z.string().optional(),
            tool_calls: z
              .array(
                z.object({
                  index: count,
                  id: z.string().optional(),
                  type: z.literal('function').optional(),
                  function: z.object({ name: z.string().optional(), arguments: z.string() })
                })
              )
              .optional()
          }),
          logprobs: z.null(),
          finish_reason: finishReason.nullable()
        })
      )
      .describe('Пусто в событии с usage'),
    usage: chatUsage.nullish().describe('В последнем событии, если stream_options.include_usage — true')
  })
  .meta({ id: 'ChatChunk' })

/** `GET /v1/key`. */
export const keyAnswer = z
  .object({
    data: z.object({
      label: z.string(),
      usage: siteTokens.describe('Потрачено этим ключом за всё время'),
      usage_daily: siteTokens,
      usage_monthly: siteTokens,
      limit: count.nullable().describe('Лимит ключа, который кончится первым. null — лимита нет'),
      limit_remaining: siteTokens.nullable(),
      limit_reset: z.enum(['daily', 'monthly']).nullable(),
      is_free_tier: z.boolean(),
      rate_limit: z.object({ requests: count, interval: z.string() })
    })
  })
  .meta({ id: 'KeyState' })

/** `GET /v1/credits`. */
export const creditsAnswer = z
  .object({
    data: z.object({
      total_credits: siteTokens.describe('Всего токенов: остаток и потраченные'),
      total_usage: siteTokens.describe('Потрачено. Остаток — разность этих чисел')
    })
  })
  .meta({ id: 'Credits' })

/** `GET /v1/generation`. */
export const generationAnswer = z
  .object({
    data: z.object({
      id: z.string(),
      model: z.string(),
      created_at: z.iso.datetime(),
      tokens_prompt: count,
      tokens_completion: count,
      native_tokens_cached: count,
      total_cost: siteTokens,
      usage: siteTokens,
      is_estimated: z.boolean().describe('Модель не назвала расход, и он оценён'),
      outcome: z.enum(['running', 'complete', 'stopped', 'failed', 'refused', 'interrupted']),
      generation_time: count.nullable().describe('Миллисекунды. null — запрос ещё идёт')
    })
  })
  .meta({ id: 'Generation' })

/** `GET /v1/dashboard/billing/subscription`. The numbers are site tokens, whatever their names say. */
export const billingSubscription = z
  .object({
    object: z.literal('billing_subscription'),
    has_payment_method: z.boolean(),
    soft_limit_usd: siteTokens,
    hard_limit_usd: siteTokens.describe('Токены сайта, не доллары'),
    system_hard_limit_usd: siteTokens,
    access_until: count
  })
  .meta({ id: 'BillingSubscription' })

/** `GET /v1/dashboard/billing/usage`. */
export const billingUsage = z
  .object({
    object: z.literal('list'),
    total_usage: siteTokens.describe('Сотые доли токена сайта')
  })
  .meta({ id: 'BillingUsage' })
