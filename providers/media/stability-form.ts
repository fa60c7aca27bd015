// Stability's operations with their paths and form fields (platform.stability.ai/docs/api-reference, v2beta).
import { extensionOf } from '#contract/media-types.ts'
import type { MediaFile, MediaRequest } from './media.ts'
import { notTaken } from './refusal.ts'

interface Operation {
  /** Form fields by our option names. */
  options?: Readonly<Record<string, string>>
  /** Options that only selected the operation and are not sent. */
  spent?: readonly string[]
  /** Form fields by our file names. */
  files?: Readonly<Record<string, string>>
  /** Fields with fixed values. */
  fixed?: Readonly<Record<string, string>>
  /** For results of 16 megapixels, which as PNG of a photo with grain have 40 MB: JPEG of a JPEG, WebP of everything else. */
  isLarge?: true
}

const image = { image: 'image' }

/**
 * The mask is white where the image is replaced and black where it is kept. Stability resizes a mask of another size,
 * and ignores the transparency of the image when there is a mask.
 */
const operations: Readonly<Record<string, Operation>> = {
  'upscale/fast': { files: image, isLarge: true },
  'control/structure': {
    files: image,
    options: { prompt: 'prompt', control_strength: 'control_strength', style_preset: 'style_preset', seed: 'seed' }
  },
  'edit/remove-background': { files: image },
  'edit/inpaint': {
    files: { ...image, mask: 'mask' },
    options: { prompt: 'prompt', negativePrompt: 'negative_prompt', seed: 'seed' }
  },
  'edit/outpaint': { files: image, options: { left: 'left', right: 'right', up: 'up', down: 'down', seed: 'seed' } },
  'control/style-transfer': {
    files: { image: 'init_image', styleImage: 'style_image' },
    options: { styleStrength: 'style_strength', seed: 'seed' }
  }
}

/** A start picture sets the proportions, and `strength` is sent only beside one. */
const generation = (model: string, isFromPicture: boolean): Operation => ({
  options: {
    prompt: 'prompt',
    negativePrompt: 'negative_prompt',
    cfgScale: 'cfg_scale',
    style_preset: 'style_preset',
    seed: 'seed',
    ...(isFromPicture ? { strength: 'strength' } : { aspectRatio: 'aspect_ratio' })
  },
  files: image,
  spent: ['steps'],
  fixed: { model, mode: isFromPicture ? 'image-to-image' : 'text-to-image' }
})

/** The models of `generate/sd3`; every other name is an operation. */
const isModel = (model: string) => model.startsWith('sd3')

export interface StabilityForm {
  /** Relative to `/stable-image`. */
  path: string
  form: FormData
}

/** @throws ProviderFailure for an unknown operation, option or file, which means that the catalogue offers too much */
export function stabilityForm(supplier: string, { model, options, files }: MediaRequest): StabilityForm {
  const operation = isModel(model) ? generation(model, files['image'] !== undefined) : operations[model]
  if (!operation) throw notTaken(supplier, model)
  const form = new FormData()
  for (const [field, value] of Object.entries(operation.fixed ?? {})) form.set(field, value)
  for (const [name, value] of Object.entries(options)) {
    if (operation.spent?.includes(name) || value === '') continue
    form.set(fieldOf(operation.options, supplier, name), String(value))
  }
  for (const [name, { bytes, type }] of Object.entries(files))
    form.set(fieldOf(operation.files, supplier, name), new Blob([bytes], { type }), `${name}.${extensionOf(type)}`)
  form.set('output_format', operation.isLarge ? compactFormatOf(files['image']) : 'png')
  return { path: isModel(model) ? 'generate/sd3' : model, form }
}

function fieldOf(fields: Readonly<Record<string, string>> = {}, supplier: string, name: string): string {
  const field = fields[name]
  if (field === undefined) throw notTaken(supplier, name)
  return field
}

/** Only WebP keeps the transparency that a PNG may have. */
const compactFormatOf = (source: MediaFile | undefined) => (source?.type === 'image/jpeg' ? 'jpeg' : 'webp')
