// The form fields of Stability's operations: values with their ranges, files with their sizes in pixels.
import { sizeOfPicture } from './picture.ts'

/** What is wrong with a value, without the field's name; null if it is valid. */
type Rule = (value: string) => string | null

interface PixelRange {
  sides: readonly [number, number]
  pixels: readonly [number, number]
}

export interface Operation {
  fields: Readonly<Record<string, Rule>>
  files: Readonly<Record<string, PixelRange>>
  required: readonly string[]
  workMs: number
}

const oneOf =
  (...values: string[]): Rule =>
  (value) =>
    values.includes(value) ? null : `must be one of ${values.join(', ')}`
const numberFrom =
  (min: number, max: number): Rule =>
  (value) =>
    value.trim() !== '' && Number(value) >= min && Number(value) <= max ? null : `must be from ${min} to ${max}`
const integerFrom =
  (min: number, max: number): Rule =>
  (value) =>
    Number.isInteger(Number(value)) ? numberFrom(min, max)(value) : 'must be a whole number'
const text: Rule = (value) =>
  value.length >= 1 && value.length <= 10_000 ? null : 'must have from 1 to 10000 characters'

const STYLES =
  `3d-model analog-film anime cinematic comic-book digital-art enhance fantasy-art isometric line-art low-poly
modeling-compound neon-punk origami photographic pixel-art tile-texture`.split(/\s+/)

const seed = integerFrom(0, 4_294_967_294)
const output_format = oneOf('png', 'jpeg', 'webp')
const guided = { prompt: text, negative_prompt: text, seed, output_format, style_preset: oneOf(...STYLES) }
const edge = integerFrom(0, 2000)
const anyPicture: PixelRange = { sides: [64, Infinity], pixels: [4096, 9_437_184] }
const TOOL_MS = 3000

/** Sizes of about a megapixel, by aspect ratio. */
export const GENERATED_SIZES: Readonly<Record<string, readonly [number, number]>> = {
  '1:1': [1024, 1024],
  '16:9': [1344, 768],
  '9:16': [768, 1344],
  '21:9': [1536, 640],
  '9:21': [640, 1536],
  '3:2': [1216, 832],
  '2:3': [832, 1216],
  '5:4': [1088, 896],
  '4:5': [896, 1088]
}

/** By the path below `/stable-image`. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'generate/sd3': {
    fields: {
      ...guided,
      model: oneOf('sd3.5-large', 'sd3.5-large-turbo', 'sd3.5-medium', 'sd3.5-flash'),
      mode: oneOf('text-to-image', 'image-to-image'),
      aspect_ratio: oneOf(...Object.keys(GENERATED_SIZES)),
      strength: numberFrom(0, 1),
      cfg_scale: numberFrom(1, 10),
      output_format: oneOf('png', 'jpeg')
    },
    files: { image: anyPicture },
    required: ['prompt'],
    workMs: 4000
  },
  'upscale/fast': {
    fields: { output_format },
    files: { image: { sides: [32, 1536], pixels: [1024, 1_048_576] } },
    required: ['image'],
    workMs: TOOL_MS
  },
  'control/structure': {
    fields: { ...guided, control_strength: numberFrom(0, 1) },
    files: { image: anyPicture },
    required: ['image', 'prompt'],
    workMs: TOOL_MS
  },
  'edit/remove-background': {
    fields: { output_format: oneOf('png', 'webp') },
    files: { image: anyPicture },
    required: ['image'],
    workMs: TOOL_MS
  },
  'edit/inpaint': {
    fields: { ...guided, grow_mask: integerFrom(0, 20) },
    files: { image: anyPicture, mask: anyPicture },
    required: ['image', 'mask', 'prompt'],
    workMs: TOOL_MS
  },
  'edit/outpaint': {
    fields: { ...guided, left: edge, right: edge, up: edge, down: edge, creativity: numberFrom(0, 1) },
    files: { image: anyPicture },
    required: ['image'],
    workMs: TOOL_MS
  },
  'control/style-transfer': {
    fields: {
      ...guided,
      style_strength: numberFrom(0, 1),
      composition_fidelity: numberFrom(0, 1),
      change_strength: numberFrom(0.1, 1)
    },
    files: { init_image: anyPicture, style_image: anyPicture },
    required: ['init_image', 'style_image'],
    workMs: TOOL_MS
  }
}

/**
 * Everything that is wrong with a form, as the upstream lists it. Stricter than the upstream in one thing: it reports
 * an unknown field, so that a misspelt option is not silently ignored.
 */
export async function formProblems({ fields, files, required }: Operation, form: FormData): Promise<string[]> {
  const problems = required.filter((name) => !form.has(name)).map((name) => `${name}: is required`)
  for (const [name, value] of form) {
    const problem =
      typeof value === 'string' ? fieldProblem(fields[name], value) : await fileProblem(files[name], value)
    if (problem !== null) problems.push(`${name}: ${problem}`)
  }
  problems.push(...modeProblems(form))
  const edges = ['left', 'right', 'up', 'down'].filter((name) => Object.hasOwn(fields, name))
  if (edges.length > 0 && edges.every((name) => Number(form.get(name) ?? 0) === 0))
    problems.push('left, right, up, down: at least one must be greater than 0')
  return problems
}

/** From a picture: its strength is needed and its own proportions are kept; from text: neither picture nor strength. */
function modeProblems(form: FormData): string[] {
  if (!form.has('mode')) return []
  const needed = ['image', 'strength']
  if (form.get('mode') === 'text-to-image')
    return needed.filter((name) => form.has(name)).map((name) => `${name}: is not a field of text-to-image`)
  const missing = needed.filter((name) => !form.has(name)).map((name) => `${name}: is required`)
  return form.has('aspect_ratio') ? [...missing, 'aspect_ratio: is not a field of image-to-image'] : missing
}

const fieldProblem = (rule: Rule | undefined, value: string) =>
  rule ? rule(value) : 'is not a field of this operation'

async function fileProblem(range: PixelRange | undefined, file: File): Promise<string | null> {
  if (!range) return 'is not a file of this operation'
  const size = await sizeOfPicture(new Uint8Array(await file.arrayBuffer()))
  if (!size) return 'must be a jpeg, png or webp image'
  const { width, height } = size
  const [shortest, longest] = range.sides
  if (Math.min(width, height) < shortest || Math.max(width, height) > longest)
    return `every side must be between ${shortest} and ${longest} pixels`
  const [fewest, most] = range.pixels
  return width * height < fewest || width * height > most ? `must have between ${fewest} and ${most} pixels` : null
}
