// The fields of OpenAI's image calls. An unknown or misspelt field is refused, never ignored.
import type { Problem } from '../base/replies.ts'

const FIELDS = `background model moderation n output_compression output_format prompt quality safety_identifier size
  user`.split(/\s+/)
const KNOWN = {
  generations: FIELDS,
  edits: [...FIELDS.filter((field) => field !== 'moderation'), 'image', 'mask']
}

const PROMPT_CHARACTERS = 32_000
const LARGEST_PIXELS = 3840 * 2160

export const OPENAI_IMAGE_MODELS: ReadonlySet<string> = new Set([
  'gpt-image-2',
  'gpt-image-2.5-flare',
  'gpt-image-2.5-flare-2026-09-08',
  'gpt-image-2.5-sunburst',
  'gpt-image-2.5-sunburst-2026-09-08'
])
export const OPENAI_RETIRED_IMAGE_MODELS: ReadonlySet<string> = new Set(['dall-e-2', 'dall-e-3', 'gpt-image-1'])

export type OpenaiImageFields = Readonly<Record<string, unknown>>

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  background: ['auto', 'opaque', 'transparent'],
  moderation: ['auto', 'low'],
  output_format: ['png', 'jpeg', 'webp'],
  quality: ['auto', 'low', 'medium', 'high', 'xhigh', 'max']
}

/** The first thing that is wrong with the fields; numbers must be parsed already. */
export function imageProblem(call: keyof typeof KNOWN, fields: OpenaiImageFields): Problem | null {
  const unknown = Object.keys(fields).find((name) => !KNOWN[call].includes(name))
  if (unknown !== undefined)
    return { message: `Unknown parameter: '${unknown}'.`, param: unknown, code: 'unknown_parameter' }
  const { prompt, size, n, model } = fields
  if (typeof prompt !== 'string' || prompt === '')
    return { message: "Missing required parameter: 'prompt'.", param: 'prompt', code: 'missing_required_parameter' }
  if (prompt.length > PROMPT_CHARACTERS)
    return { message: `Invalid 'prompt': string too long.`, param: 'prompt', code: 'string_above_max_length' }
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = fields[name]
    if (value !== undefined && !choices.some((choice) => choice === value)) return invalid(name, value)
  }
  if (model === 'gpt-image-2' && ['xhigh', 'max'].includes(String(fields['quality'])))
    return invalid('quality', fields['quality'])
  if (size !== undefined && sizeOf(String(size)) === null) return invalid('size', size)
  if (n !== undefined && !(Number.isInteger(n) && Number(n) >= 1 && Number(n) <= 10)) return invalid('n', n)
  return formatProblem(fields)
}

function formatProblem({ background, output_format = 'png', output_compression }: OpenaiImageFields): Problem | null {
  if (background === 'transparent' && output_format === 'jpeg') return invalid('background', background)
  if (output_compression === undefined) return null
  const compression = Number(output_compression)
  const isFit = output_format !== 'png' && Number.isInteger(compression) && compression >= 0 && compression <= 100
  return isFit ? null : invalid('output_compression', output_compression)
}

/**
 * Parses `1536x1024`: both sides divisible by 16, the longer at most three times the shorter. `auto` is a square.
 * @returns null for a size that the upstream does not offer
 */
export function sizeOf(size: string): { width: number; height: number } | null {
  if (size === 'auto') return { width: 1024, height: 1024 }
  const [width = 0, height = 0] = /^(\d{2,4})x(\d{2,4})$/.exec(size)?.slice(1).map(Number) ?? []
  const isFit = width > 0 && height > 0 && width % 16 === 0 && height % 16 === 0 && width * height <= LARGEST_PIXELS
  // These sizes of older models would pass the checks above, but the upstream refuses them.
  if (!isFit || ['1792x1024', '1024x1792'].includes(size)) return null
  return Math.max(width / height, height / width) <= 3 ? { width, height } : null
}

const invalid = (param: string, value: unknown): Problem => ({
  message: `Invalid value: '${String(value)}'.`,
  param,
  code: 'invalid_value'
})
