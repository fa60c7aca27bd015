// The calls under `/v1` as a list: what the OpenAPI document says of them, and what tests check their answers by. A new call is one entry.
// The Worker mounts them in `worker/api` and does not load this file.
import { z } from 'zod'
import type { ApiScope } from '../api-key-words.ts'
import {
  apiErrorBody,
  apiModel,
  apiModelList,
  billingSubscription,
  billingUsage,
  chatAnswer,
  chatChunk,
  creditsAnswer,
  generationAnswer,
  keyAnswer
} from './answers.ts'
import { chatCompletion } from './chat-completions.ts'

export interface ApiCall {
  /** `:name` segments are parameters of the path. */
  call: `${'GET' | 'POST'} /v1/${string}`
  /** In Russian, one line. */
  summary: string
  description?: string
  /** The right that a key needs. */
  scope: ApiScope
  /** The body; absent: there is none. */
  body?: z.ZodType
  /** The query; absent: there is none. */
  query?: z.ZodObject
  answer: z.ZodType
  /** One event of the stream by which it answers where `stream` is true; absent: it has none. */
  event?: z.ZodType
  /** It asks a model, so that it may be refused for the tokens that it costs or by its supplier. */
  isPaid?: true
  /** It refuses in the form of Anthropic's API. */
  isAnthropic?: true
}

export const apiCalls: readonly ApiCall[] = [
  {
    call: 'POST /v1/chat/completions',
    summary: 'Ответ модели: текст, поток, функции, JSON по схеме, картинки на входе',
    description:
      'Поля, которых здесь нет, принимаются и ничего не меняют. Поток кончается строкой `data: [DONE]`; строки `: ping` в нём держат соединение, их надо пропускать. Ошибка посреди потока приходит событием с полем `error`.',
    scope: 'chat',
    body: chatCompletion.meta({ id: 'ChatCompletion' }),
    answer: chatAnswer,
    event: z.union([chatChunk, apiErrorBody]),
    isPaid: true
  },
  {
    call: 'GET /v1/models',
    summary: 'Модели, доступные ключу, с ценами',
    scope: 'models',
    answer: apiModelList
  },
  {
    call: 'GET /v1/models/:id',
    summary: 'Одна модель',
    description: 'Косая черта в имени модели пишется как `%2F` или как есть.',
    scope: 'models',
    answer: apiModel
  },
  {
    call: 'GET /v1/key',
    summary: 'Расход и лимиты этого ключа',
    scope: 'balance',
    answer: keyAnswer
  },
  {
    call: 'GET /v1/credits',
    summary: 'Остаток токенов',
    scope: 'balance',
    answer: creditsAnswer
  },
  {
    call: 'GET /v1/generation',
    summary: 'Сколько стоил один запрос',
    description: 'Только для запросов этого же ключа, 30 дней.',
    scope: 'balance',
    query: z.object({ id: z.string().describe('Поле id из ответа') }),
    answer: generationAnswer
  },
  {
    call: 'GET /v1/dashboard/billing/subscription',
    summary: 'Остаток в форме, которую читают клиенты one-api',
    description: 'Все числа — токены сайта. Остаток: `hard_limit_usd` минус `total_usage` / 100.',
    scope: 'balance',
    answer: billingSubscription
  },
  {
    call: 'GET /v1/dashboard/billing/usage',
    summary: 'Расход в форме, которую читают клиенты one-api',
    scope: 'balance',
    answer: billingUsage
  }
]
