// What each call under `/v1` takes and answers: for the OpenAPI document, and for tests, which check all answers by it.
import { z } from 'zod'
import { apiErrorBody } from './answer-fields.ts'
import {
  apiModel,
  apiModelList,
  apiWorkModel,
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
import { anthropicModel, anthropicModelList, countAnswer, messageAnswer, messageEvent } from './message-answers.ts'
import { messageCount, messageRequest } from './messages.ts'
import { responseAnswer, responseEvent } from './response-answers.ts'
import { response } from './responses.ts'
import { apiTranscriptionModel, transcriptionAnswer, transcriptionForm } from './transcription-answers.ts'
import { editFiles, imagesAnswer, pictureWords, recording, speechWords } from './work-answers.ts'
import { imageEdit, imageGeneration, speech } from './works.ts'

export interface CallSchemas {
  /** The body; absent: there is none. */
  body?: z.ZodType
  /** The query; absent: there is none. */
  query?: z.ZodObject
  answer: z.ZodType
  /** One event of the stream by which it answers where `stream` is true; absent: it has none. */
  event?: z.ZodType
  /** It can answer a text alone. */
  hasText?: true
}

export const callSchemas: Readonly<Record<ApiCallName, CallSchemas>> = {
  'POST /v1/chat/completions': {
    body: chatCompletion.meta({ id: 'ChatCompletion' }),
    answer: chatAnswer,
    event: z.union([chatChunk, apiErrorBody])
  },
  'POST /v1/responses': {
    body: response.meta({ id: 'ResponseRequest' }),
    answer: responseAnswer,
    event: responseEvent
  },
  'POST /v1/messages': {
    body: messageRequest.meta({ id: 'MessageRequest' }),
    answer: messageAnswer,
    event: messageEvent
  },
  'POST /v1/messages/count_tokens': { body: messageCount.meta({ id: 'MessageCount' }), answer: countAnswer },
  'POST /v1/images/generations': {
    body: imageGeneration.extend(pictureWords).meta({ id: 'ImageGeneration' }),
    answer: imagesAnswer
  },
  'POST /v1/images/edits': {
    body: imageEdit.extend({ ...pictureWords, ...editFiles }).meta({ id: 'ImageEdit' }),
    answer: imagesAnswer
  },
  'POST /v1/audio/speech': { body: speech.extend(speechWords).meta({ id: 'Speech' }), answer: recording },
  'POST /v1/audio/transcriptions': {
    body: transcriptionForm.meta({ id: 'TranscriptionRequest' }),
    answer: transcriptionAnswer,
    hasText: true
  },
  'GET /v1/models': { answer: z.union([apiModelList, anthropicModelList]) },
  'GET /v1/models/:id': { answer: z.union([apiModel, apiWorkModel, apiTranscriptionModel, anthropicModel]) },
  'GET /v1/key': { answer: keyAnswer },
  'GET /v1/credits': { answer: creditsAnswer },
  'GET /v1/generation': {
    query: z.object({ id: z.string().describe('Поле id из ответа') }),
    answer: generationAnswer
  },
  'GET /v1/dashboard/billing/subscription': { answer: billingSubscription },
  'GET /v1/dashboard/billing/usage': { answer: billingUsage }
}
