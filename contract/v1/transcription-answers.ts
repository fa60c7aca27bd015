// The form of `POST /v1/audio/transcriptions`, what it answers, and its model in the list, for the OpenAPI document and for tests. The
// Worker reads none of it.
import { z } from 'zod'
import { count, modelHead, siteTokens } from './answer-fields.ts'
import { transcriptionFields } from './transcriptions.ts'

const { model, language, prompt, response_format: format, temperature } = transcriptionFields.shape

/** The whole form. */
export const transcriptionForm = z.object({
  file: z
    .string()
    .meta({ format: 'binary' })
    .describe('Запись до часа и до 16 МБ: MP3, WAV, M4A (AAC), WebM или Ogg (Opus). Тип узнаётся по содержимому'),
  model,
  language: language.describe('Язык записи: ru, en. Без него модель узнаёт язык сама'),
  prompt: prompt.describe('О чём речь: имена, термины'),
  response_format: format.describe('json или text. Меток времени модель не даёт'),
  temperature
})

/** The answer in JSON; `response_format=text` answers the text alone. */
export const transcriptionAnswer = z
  .object({
    id: z.string().describe('Для GET /v1/generation; он же в заголовке x-generation-id'),
    text: z.string(),
    usage: z.object({
      type: z.literal('duration'),
      seconds: count.describe('Каждая начатая секунда записи'),
      cost: siteTokens
    })
  })
  .meta({ id: 'Transcription' })

/** Among the models of `GET /v1/models`. */
export const apiTranscriptionModel = z
  .object({
    ...modelHead,
    context_length: z.null(),
    architecture: z.object({
      input_modalities: z.array(z.literal('audio')),
      output_modalities: z.array(z.literal('text'))
    }),
    site_pricing: z.object({
      currency: z.literal('site-token'),
      per_minute: siteTokens.describe('За минуту записи; считается по секундам')
    })
  })
  .meta({ id: 'TranscriptionModel' })
