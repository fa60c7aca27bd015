// Bodies of the calls that make pictures and speech. Beside the fields here each takes the parameters of its tool by their names in the
// catalogue, like `seed` and `aspectRatio`.
import { z } from 'zod'
import { numberInText } from '../validation.ts'
import { absent, named } from './call-fields.ts'

const model = named.nullish()
const prompt = z.string().min(1)
const word = z.string().max(60).nullish()
const number = z.number().int().min(1).max(4)

const pictureFields = {
  model,
  prompt,
  size: word,
  quality: word,
  background: z.enum(['auto', 'opaque', 'transparent']).nullish(),
  response_format: z.enum(['b64_json', 'url']).nullish(),
  output_format: absent('png')
}

/** `POST /v1/images/generations`. */
export const imageGeneration = z.looseObject({
  ...pictureFields,
  n: number.nullish(),
  style: word,
  stream: absent(false),
  partial_images: absent(0)
})
export type ImageGeneration = z.output<typeof imageGeneration>

/** `POST /v1/images/edits`: the texts of the form. */
export const imageEdit = z.looseObject({
  ...pictureFields,
  n: numberInText(number).optional(),
  stream: z.literal('false').optional()
})
export type ImageEdit = z.output<typeof imageEdit>

/** `POST /v1/audio/speech`. */
export const speech = z.looseObject({
  model,
  input: z.string().min(1),
  voice: z.union([named, z.object({ id: named })]).nullish(),
  speed: z.number().nullish(),
  response_format: z.enum(['mp3', 'wav']).nullish(),
  stream_format: absent('audio')
})
export type Speech = z.output<typeof speech>
