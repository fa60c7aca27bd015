// Stability's operations: where each one is and what its form takes (platform.stability.ai/docs/api-reference, v2beta).
import { extensionOf } from '#contract/media-types.ts'
import type { MediaFile, MediaRequest } from './media.ts'

interface Operation {
  /** Our options by the names they have in the catalogue: the form's fields. */
  options?: Readonly<Record<string, string>>
  /** Options that have done their work by choosing the operation. */
  spent?: readonly string[]
  /** Our files: the form's fields. */
  files?: Readonly<Record<string, string>>
  /** Fields that the user has no say in. */
  fixed?: Readonly<Record<string, string>>
  /** A photograph of 16 megapixels is a PNG of 30 MB, so what only enlarges keeps the type of the source. */
  keepsType?: true
}

const image = { image: 'image' }

/**
 * The mask is white where the picture is replaced and black where it is kept. One of another size is resized, and the
 * picture's own transparency does not count beside it.
 */
const operations: Readonly<Record<string, Operation>> = {
  'upscale/fast': { files: image, keepsType: true },
  'control/structure': {
    files: image,
    options: { prompt: 'prompt', control_strength: 'control_strength', style_preset: 'style_preset' }
  },
  'edit/remove-background': { files: image },
  'edit/inpaint': { files: { ...image, mask: 'mask' }, options: { prompt: 'prompt' } },
  'edit/outpaint': { files: image, options: { left: 'left', right: 'right', up: 'up', down: 'down' } },
  'control/style-transfer': { files: { image: 'init_image', styleImage: 'style_image' } }
}

const generation = (model: string): Operation => ({
  options: {
    prompt: 'prompt',
    negativePrompt: 'negative_prompt',
    cfgScale: 'cfg_scale',
    style_preset: 'style_preset'
  },
  spent: ['steps'],
  fixed: { model, mode: 'text-to-image' }
})

/** The models of `generate/sd3`; every other name is an operation. */
const isModel = (model: string) => model.startsWith('sd3')

export interface StabilityForm {
  /** Below `/stable-image`. */
  path: string
  form: FormData
}

/** @throws Error for an operation, an option or a file that is not in the table: the catalogue promises too much. */
export function stabilityForm({ model, options, files }: MediaRequest): StabilityForm {
  const operation = isModel(model) ? generation(model) : operations[model]
  if (!operation) throw new Error(`Stability has no operation ${model}`)
  const form = new FormData()
  for (const [field, value] of Object.entries(operation.fixed ?? {})) form.set(field, value)
  for (const [name, value] of Object.entries(options)) {
    if (operation.spent?.includes(name) || value === '') continue
    form.set(fieldOf(operation.options, model, name), String(value))
  }
  for (const [name, { bytes, type }] of Object.entries(files))
    form.set(fieldOf(operation.files, model, name), new Blob([bytes], { type }), `${name}.${extensionOf(type)}`)
  form.set('output_format', operation.keepsType ? outputFormatOf(files['image']) : 'png')
  return { path: isModel(model) ? 'generate/sd3' : model, form }
}

function fieldOf(fields: Readonly<Record<string, string>> = {}, model: string, name: string): string {
  const field = fields[name]
  if (field === undefined) throw new Error(`Stability's ${model} does not take ${name}`)
  return field
}

const outputFormats: Readonly<Record<string, string>> = { 'image/jpeg': 'jpeg', 'image/webp': 'webp' }

const outputFormatOf = (source: MediaFile | undefined) => outputFormats[source?.type ?? ''] ?? 'png'
