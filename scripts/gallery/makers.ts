// Who draws a picture: the supplier of its own tool, or the one that the operator names for all.
import type { MediaProvider, StudioEntry } from '#contract/catalogue/entry.ts'
import { dalle, flux, midjourney } from '#contract/catalogue/image.ts'
import { gptImageEdit } from '#contract/catalogue/image-processing.ts'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { stableDiffusion } from '#contract/catalogue/stable-diffusion.ts'
import { findStudioEntry, studioEntryOfPath } from '#contract/catalogue/studio.ts'
import type { MediaRequest } from '#providers/media/media.ts'
import type { Work } from './works.ts'

/** The tool of each supplier that draws from words. */
const drawing: Partial<Record<MediaProvider, StudioEntry>> = {
  openai: dalle,
  bfl: flux,
  stability: stableDiffusion,
  midjourney
}

/** The tool of each supplier that changes a picture by words, and the parameter that takes the picture. */
const changing: Partial<Record<MediaProvider, { entry: StudioEntry; takes: string }>> = {
  openai: { entry: gptImageEdit, takes: 'image' },
  bfl: { entry: flux, takes: 'reference1' }
}

/** One call of a supplier. */
export interface Order {
  provider: MediaProvider
  model: string
  options: MediaRequest['options']
  /** The texts in `options` must be in English. */
  needsEnglish: boolean
  /** The size is that of the picture that is sent. */
  hasOwnSize: boolean
  /** What the pictures show that go along, by the supplier's name for them. */
  sources: Readonly<Record<string, string>>
  /** The picture goes along with a mask of its middle. */
  hasMask: boolean
}

const isWrittenOrChosen = ({ kind }: StudioEntry['parameters'][number]) =>
  kind !== 'image' && kind !== 'mask' && kind !== 'video'

/** @throws Error for settings that the form of the tool does not have */
function orderFor(
  entry: StudioEntry,
  settings: ParameterValues,
  { prompt, sources }: Pick<Work, 'prompt' | 'sources'>
): Order {
  const values = parametersSchema(entry.parameters.filter(isWrittenOrChosen)).parse({ ...settings, prompt })
  const route = mediaRouteOf(entry, values)
  return {
    provider: route.provider,
    model: route.model,
    options: translated(route, values),
    needsEnglish: route.language === 'en',
    hasOwnSize: route.ownSize === true,
    sources,
    hasMask: settings['tool'] === 'inpaint'
  }
}

/** The choice of the form whose proportions are nearest to those of the file. */
function inShape({ parameters }: StudioEntry, { width, height }: { width: number; height: number }): ParameterValues {
  const shape = parameters.find(({ name }) => name === 'aspectRatio' || name === 'size')
  if (shape?.kind !== 'choice') return {}
  const far = (value: string) => {
    const [wide = 1, tall = 1] = value.split(/[:x]/).map(Number)
    return Math.abs(Math.log((wide * height) / (tall * width)))
  }
  const shaped = shape.options.map(({ value }) => value).filter((value) => /^\d+[:x]\d+$/.test(value))
  const [nearest = shape.default] = shaped.toSorted((one, other) => far(one) - far(other))
  return { [shape.name]: nearest }
}

/**
 * @param all the supplier that makes everything; null: each tool its own
 * @returns why it cannot be made so, in words for the operator
 * @throws Error for settings that the form of the tool does not have
 */
export function orderOf(work: Work, all: MediaProvider | null): Order | string {
  const own = findStudioEntry(work.service)
  if (!own) return `no tool ${work.service}`
  const isOwn = all === null || own.upstream.every(({ provider }) => provider === all)
  if (own.kind === 'image-tool') {
    if (isOwn) return orderFor(own, work.settings ?? {}, work)
    const other = own === gptImageEdit ? changing[all] : undefined
    if (!other) return `only the supplier of ${own.path} does this to a picture`
    const { image = '' } = work.sources
    return orderFor(other.entry, inShape(other.entry, work), { ...work, sources: { [other.takes]: image } })
  }
  if (isOwn && own.kind === 'image') return orderFor(own, work.settings ?? inShape(own, work), work)
  const entry = all && drawing[all]
  return entry
    ? orderFor(entry, inShape(entry, work), work)
    : 'a frame of a film is drawn by the supplier named in --with'
}

/** A picture that others are made from, drawn by the supplier that will change it. @throws Error */
export function sourceOrder(prompt: string, provider: MediaProvider): Order | string {
  const entry = drawing[provider]
  if (!entry) return `${provider} draws nothing from words`
  return orderFor(entry, inShape(entry, { width: 1, height: 1 }), { prompt, sources: {} })
}

/** @param word the name of a supplier, or the id or the path of a tool. @returns null when it draws nothing from words */
export function drawingSupplier(word: string): MediaProvider | null {
  const named = drawingSuppliers.find((name) => name === word)
  if (named) return named
  const entry = findStudioEntry(word) ?? studioEntryOfPath(`/${word.replace(/^\//, '')}`)
  const [provider] = entry?.upstream.map((route) => route.provider) ?? []
  return provider && drawing[provider] && entry?.kind !== 'video' ? provider : null
}

export const drawingSuppliers = Object.keys(drawing) as MediaProvider[]
