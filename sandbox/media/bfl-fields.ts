// The fields that each FLUX model accepts, and the upstream's error messages for the rest.
import { isObject } from '../base/json.ts'

interface Problem {
  type: string
  loc: string[]
  msg: string
}

interface Sides {
  step: number
  min: number
  max: number
  pixelsMax: number
}

const PRO_SIDES: Sides = { step: 32, min: 256, max: 1440, pixelsMax: 1440 * 1440 }
const FLUX_2_SIDES: Sides = { step: 16, min: 64, max: 4096, pixelsMax: 4_194_304 }

/** `pictures`: how many of the user's pictures it takes as examples. */
const MODELS: Readonly<Record<string, { sides: Sides; safetyMax: number; pictures: number }>> = {
  'flux-pro-1.1': { sides: PRO_SIDES, safetyMax: 6, pictures: 0 },
  'flux-2-max': { sides: FLUX_2_SIDES, safetyMax: 5, pictures: 8 },
  'flux-2-pro': { sides: FLUX_2_SIDES, safetyMax: 5, pictures: 8 },
  'flux-2-klein-4b': { sides: FLUX_2_SIDES, safetyMax: 5, pictures: 4 },
  'flux-2-klein-9b': { sides: FLUX_2_SIDES, safetyMax: 5, pictures: 4 }
}

const pictureName = (index: number) => (index === 0 ? 'input_image' : `input_image_${index + 1}`)
const pictureNames = (count: number) => Array.from({ length: count }, (_, index) => pictureName(index))

export const BFL_MODELS: readonly string[] = Object.keys(MODELS)

const KNOWN = ['prompt', 'width', 'height', 'seed', 'safety_tolerance', 'output_format', 'prompt_upsampling']

/** Everything that is wrong with a submission. */
export function bflProblems(model: string, body: unknown): Problem[] | 'no-such-model' {
  const known = MODELS[model]
  if (!known) return 'no-such-model'
  if (!isObject(body)) return [problem('model_attributes_type', '', 'Input should be a valid dictionary')]
  const pictures = pictureNames(known.pictures)
  const extra = Object.keys(body).filter((name) => !KNOWN.includes(name) && !pictures.includes(name))
  const { prompt, output_format, width, height } = body
  const { pixelsMax } = known.sides
  return [
    ...extra.map((name) => problem('extra_forbidden', name, 'Extra inputs are not permitted')),
    ...(prompt === undefined ? [problem('missing', 'prompt', 'Field required')] : []),
    ...(prompt !== undefined && typeof prompt !== 'string' ? [problem('string_type', 'prompt', 'Not a string')] : []),
    ...['width', 'height'].flatMap((name) => numberProblem(name, body[name], known.sides)),
    ...numberProblem('safety_tolerance', body['safety_tolerance'], { step: 1, min: 0, max: known.safetyMax }),
    ...numberProblem('seed', body['seed'], { step: 1, min: 0, max: 4_294_967_295 }),
    ...pictures.flatMap((name) => pictureProblem(name, body[name])),
    ...(Number(width ?? 0) * Number(height ?? 0) > pixelsMax ? [problem('value_error', 'width', 'Too large')] : []),
    ...(output_format === undefined || output_format === 'jpeg' || output_format === 'png'
      ? []
      : [problem('literal_error', 'output_format', "Input should be 'jpeg' or 'png'")])
  ]
}

function numberProblem(name: string, value: unknown, { step, min, max }: Omit<Sides, 'pixelsMax'>): Problem[] {
  if (value === undefined) return []
  if (!Number.isSafeInteger(value)) return [problem('int_type', name, 'Input should be a valid integer')]
  const number = Number(value)
  if (number % step !== 0) return [problem('multiple_of', name, `Input should be a multiple of ${step}`)]
  return number >= min && number <= max ? [] : [problem('value_error', name, `Must be from ${min} to ${max}`)]
}

/** A picture must be readable base64; addresses of pictures are not simulated. */
function pictureProblem(name: string, value: unknown): Problem[] {
  if (value === undefined) return []
  const isPicture = typeof value === 'string' && isImage(Buffer.from(value, 'base64'))
  return isPicture ? [] : [problem('value_error', name, 'Input is not a valid image')]
}

/** The bytes with which PNG, JPEG and WebP begin. */
const isImage = (bytes: Buffer): boolean =>
  bytes.subarray(1, 4).toString('latin1') === 'PNG' ||
  (bytes[0] === 0xff && bytes[1] === 0xd8) ||
  bytes.subarray(8, 12).toString('latin1') === 'WEBP'

/** How many of the user's pictures a valid submission brings. */
export const picturesOf = (body: Readonly<Record<string, unknown>>): number =>
  Object.keys(body).filter((name) => name.startsWith('input_image')).length

const problem = (type: string, name: string, msg: string): Problem => ({ type, loc: ['body', name], msg })
