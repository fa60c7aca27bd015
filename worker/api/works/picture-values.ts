// What a call for a picture means to a tool of the catalogue. Fields of OpenAI's form are hints where a tool has no such setting, because
// clients send them to every model; what would be missed in the picture is refused by name.
import type { ChoiceParameter } from '#contract/catalogue/parameters.ts'
import type { ImageEdit, ImageGeneration } from '#contract/v1/works.ts'
import type { WorkModel } from '#contract/v1/work-models.ts'
import { badRequest } from '../base/errors.ts'
import { entryOf } from './work-model.ts'

/** `1024x1024` or `16:9`. */
const sizeForm = /^(\d{1,5})[x:](\d{1,5})$/

function ratioOf(size: string): number | null {
  const [, width, height] = sizeForm.exec(size) ?? []
  const ratio = Number(width) / Number(height)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : null
}

/** The option whose proportions are nearest. @throws ApiError for what is no size */
function nearest({ options, default: usual }: ChoiceParameter, size: string): string {
  if (size === 'auto') return usual
  if (options.some(({ value }) => value === size)) return size
  const asked = ratioOf(size)
  if (asked === null) throw badRequest('size: размер пишется как 1024x1024 или 16:9', 'size', 'invalid_value')
  const offered = options.flatMap(({ value }) => {
    const ratio = ratioOf(value)
    return ratio === null ? [] : [{ value, distance: Math.abs(Math.log(ratio / asked)) }]
  })
  const [first] = offered.toSorted((one, other) => one.distance - other.distance)
  return first?.value ?? usual
}

const choiceOf = (model: WorkModel, name: string): ChoiceParameter | undefined =>
  entryOf(model).parameters.find((one): one is ChoiceParameter => one.kind === 'choice' && one.name === name)

function sizeValues(model: WorkModel, size: string | null | undefined): Record<string, string> {
  if (size == null) return {}
  for (const name of ['size', 'aspectRatio']) {
    const choice = choiceOf(model, name)
    // A picture that is changed keeps its own proportions.
    if (choice && !model.onlyChanges) return { [name]: nearest(choice, size) }
  }
  return {}
}

const highQuality = new Set(['hd', 'high'])
/** Of OpenAI's form; the tools have other styles under the same name. */
const openaiStyles = new Set(['vivid', 'natural'])

const offers = (model: WorkModel, name: string, value: string): boolean =>
  choiceOf(model, name)?.options.some((one) => one.value === value) ?? false

function qualityValues(model: WorkModel, quality: string | null | undefined): Record<string, string> {
  if (quality == null) return {}
  const value = highQuality.has(quality) ? 'high' : 'standard'
  return offers(model, 'quality', value) ? { quality: value } : {}
}

function styleValues(model: WorkModel, style: unknown): Record<string, unknown> {
  if (typeof style !== 'string') return {}
  return openaiStyles.has(style) && !offers(model, 'style', style) ? {} : { style }
}

function backgroundValues(model: WorkModel, background: string | null | undefined): Record<string, string> {
  if (background == null || background === 'auto') return {}
  if (offers(model, 'background', background)) return { background }
  if (background === 'opaque') return {}
  throw badRequest('background: эта модель не рисует на прозрачном фоне', 'background', 'unsupported_value')
}

function countValues(model: WorkModel, n: number | null | undefined): Record<string, string> {
  if (n == null || n === 1) return {}
  if (choiceOf(model, 'count')) return { count: String(n) }
  throw badRequest('n: эта модель рисует по одной картинке за запрос', 'n', 'unsupported_value')
}

/** The tool's own settings that a call names as the catalogue does, without those that have a field of OpenAI's form. */
function ownValues(model: WorkModel, asked: Record<string, unknown>): Record<string, unknown> {
  const taken = new Set(['model', 'prompt', 'count', 'size', 'quality', 'background', 'style'])
  return Object.fromEntries(
    entryOf(model).parameters.flatMap(({ name, kind }) => {
      const value = Object.hasOwn(asked, name) ? asked[name] : undefined
      if (taken.has(name) || value == null || !['choice', 'number', 'seed', 'text'].includes(kind)) return []
      // Fields of a form are texts.
      const isNumber = (kind === 'number' || kind === 'seed') && typeof value === 'string' && value.trim() !== ''
      return [[name, isNumber ? Number(value) : value]]
    })
  )
}

/** Values of the model's tool, without files. @throws ApiError 400 that names the field */
export const pictureValues = (model: WorkModel, asked: ImageGeneration | ImageEdit): Record<string, unknown> => ({
  prompt: asked.prompt,
  ...sizeValues(model, asked.size),
  ...qualityValues(model, asked.quality),
  ...styleValues(model, asked['style']),
  ...backgroundValues(model, asked.background),
  ...countValues(model, asked.n),
  ...ownValues(model, asked)
})
