// What the calls that make pictures and speech answer, and the files that they take: the Worker loads nothing of this file.
import { z } from 'zod'
import { elevenlabs } from '../catalogue/voice.ts'
import { count } from './answer-fields.ts'
import { imageGeneration, speech } from './works.ts'

const picture = z.object({
  b64_json: z.string().optional(),
  url: z.string().optional().describe('Работает не меньше получаса'),
  revised_prompt: z.string().nullable().describe('Что получила модель: перевод или описание с настройками')
})

/** `POST /v1/images/generations` and `POST /v1/images/edits`. */
export const imagesAnswer = z
  .object({
    id: z.string().describe('Для GET /v1/generation'),
    created: count.describe('Секунды Unix'),
    output_format: z.string(),
    size: z.string().optional(),
    usage: z.object({
      input_tokens: count,
      output_tokens: count,
      total_tokens: count,
      cost: count.describe('Токены сайта за все картинки ответа')
    }),
    data: z.array(picture)
  })
  .meta({ id: 'Images' })

/** `POST /v1/audio/speech`. */
export const recording = z.string().meta({ id: 'Recording', format: 'binary' })

const speeds = elevenlabs.parameters.flatMap((one) =>
  one.name === 'speed' && 'options' in one ? one.options.map(({ value }) => value) : []
)

/** What the document says of fields of `POST /v1/audio/speech`. */
export const speechWords = { speed: speech.shape.speed.describe(`Одна из: ${speeds.join(', ')}`) }

const { size, response_format: format } = imageGeneration.shape

/** What the document says of fields of both calls. */
export const pictureWords = {
  size: size.describe('1024x1024, 16:9: берётся ближайшее к тому, что умеет модель'),
  response_format: format.describe('Без него в ответе и картинка, и ссылка на неё')
}

/** The files of the form of `POST /v1/images/edits`. */
export const editFiles = {
  image: z.union([z.string(), z.array(z.string())]).meta({ description: 'Файл PNG, JPEG или WebP', format: 'binary' }),
  mask: z.string().optional().meta({ format: 'binary' })
}
