// What each call under `/v1` takes and answers: for the OpenAPI document, and for tests, which check all answers by it.
import { z } from 'zod'
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
import type { ApiCallName } from './calls.ts'
import { chatCompletion } from './chat-completions.ts'

export interface CallSchemas {
  /** The body; absent: there is none. */
  body?: z.ZodType
  /** The query; absent: there is none. */
  query?: z.ZodObject
  answer: z.ZodType
  /** One event of the stream by which it answers where `stream` is true; absent: it has none. */
  event?: z.ZodType
}

export const callSchemas: Readonly<Record<ApiCallName, CallSchemas>> = {
  'POST /v1/chat/completions': {
    body: chatCompletion.meta({ id: 'ChatCompletion' }),
    answer: chatAnswer,
    event: z.union([chatChunk, apiErrorBody])
  },
  'GET /v1/models': { answer: apiModelList },
  'GET /v1/models/:id': { answer: apiModel },
  'GET /v1/key': { answer: keyAnswer },
  'GET /v1/credits': { answer: creditsAnswer },
  'GET /v1/generation': {
    query: z.object({ id: z.string().describe('Поле id из ответа') }),
    answer: generationAnswer
  },
  'GET /v1/dashboard/billing/subscription': { answer: billingSubscription },
  'GET /v1/dashboard/billing/usage': { answer: billingUsage }
}
