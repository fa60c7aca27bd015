// `POST /v1/audio/transcriptions`: a form with a recording. Fields that are not named here are taken and have no effect. Source of the
// fields: openai-openapi 2.3.0.
import { z } from 'zod'
import { transcription } from '../catalogue/transcription.ts'

/** Our id of the model, as `/v1/models` lists it. */
export const transcriptionModel = transcription.apiId

/** By these names clients know models that are older; the same model answers. */
export const transcriptionAliases: readonly string[] = ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe']

/** The longest recording. */
export const recordingSecondsMax = 3600

const language = z.string().regex(/^[a-z]{2,3}$/i, 'Код языка из двух букв: ru, en')
/** A list, also of one text without brackets. */
const texts = (one: z.ZodType<string>) => z.union([one.transform((text) => [text]), z.array(one).max(10)])

/** The fields of text. */
export const transcriptionFields = z.object({
  model: z.string().min(1).max(200),
  language: language.optional(),
  languages: texts(language).optional(),
  prompt: z.string().max(4000).optional(),
  response_format: z.string().max(50).optional(),
  temperature: z
    .string()
    .regex(/^(?:[01](?:\.\d+)?|2(?:\.0+)?)$/, 'Число от 0 до 2')
    .optional(),
  stream: z.enum(['false', 'true']).optional(),
  include: texts(z.string()).optional(),
  timestamp_granularities: texts(z.string()).optional()
})
export type TranscriptionFields = z.output<typeof transcriptionFields>
