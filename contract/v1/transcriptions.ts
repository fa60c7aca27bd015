// `POST /v1/audio/transcriptions`: a form with a recording. Fields that are not named here are taken and have no effect. Source of the
// fields: openai-openapi 2.3.0.
import { z } from 'zod'
import { numberInText } from '../validation.ts'
import { count, siteTokens } from './answer-fields.ts'

/** Our id of the model, as `/v1/models` lists it. */
export const transcriptionModel = 'gpt-transcribe'

/** By these names clients know models that are older; the same model answers. */
export const transcriptionAliases: readonly string[] = ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe']

/** The longest recording. */
export const recordingSecondsMax = 3600

/** Some clients send what was not chosen. */
const unchosen = z.literal('')
const language = z.string().regex(/^[a-z]{2,3}$/i, 'Код языка из двух букв: ru, en')
/** A list, also of one text without brackets. */
const texts = (one: z.ZodType<string>) => z.union([one.transform((text) => [text]), z.array(one).max(10)])

/** The fields of text. */
export const transcriptionFields = z.object({
  model: z.string().min(1).max(200),
  language: z.union([unchosen, language]).optional().describe('Язык записи: ru, en. Без него модель узнаёт язык сама'),
  languages: texts(language).optional().describe('Несколько языков'),
  prompt: z.string().max(4000).optional().describe('О чём речь: имена, термины'),
  response_format: z.string().max(50).optional().describe('json или text. Меток времени модель не даёт'),
  temperature: z.union([unchosen, numberInText(z.number().min(0).max(2))]).optional(),
  stream: z.enum(['', 'false', 'true']).optional(),
  include: texts(z.string()).optional(),
  timestamp_granularities: texts(z.string()).optional()
})
export type TranscriptionFields = z.output<typeof transcriptionFields>

/** The whole form, for the OpenAPI document. */
export const transcriptionForm = z.object({
  file: z
    .string()
    .meta({ format: 'binary' })
    .describe('Запись до часа и до 16 МБ: MP3, WAV, M4A (AAC), WebM или Ogg (Opus). Тип узнаётся по содержимому'),
  ...transcriptionFields.pick({ model: true, language: true, prompt: true, response_format: true, temperature: true })
    .shape
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
    id: z.string(),
    object: z.literal('model'),
    created: count,
    owned_by: z.string(),
    name: z.string(),
    description: z.string(),
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
