// Who makes a work of a tool, and which account may: a maker's own wire takes the order as it is translated for that maker, a reseller
// with OpenAI's wire takes a description and a size, or a text and a voice. What an account cannot honour is never left out silently. Pure.
import type { MediaProvider, MediaRoute, StudioEntry } from '#contract/catalogue/entry.ts'
import type { Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { withPauses } from '#contract/catalogue/pauses.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { isOpenaiImageModel, type MediaWire, type SupplierDialect } from '#contract/supplier-dialects.ts'

/** One of those that may be asked for a work. */
export interface Supply {
  /** The id of the supplier. */
  supplier: string
  /** The model, by the supplier's id. */
  model: string
  /** For speech by a reseller: its voice by ours. */
  voices?: Readonly<Record<string, string>> | undefined
  /** What one work costs there, in micro-dollars. */
  costMicros?: number | undefined
}

/** What of a supply a job keeps: it is asked there from then on. */
export interface JobSupply {
  supplier: string
  model: string
  /** Its name of the voice that was chosen. */
  voice?: string | undefined
  costMicros?: number | undefined
}

/** What accounts have said to a job that waits. */
export interface Refusals {
  /** Until when each that has refused it is not asked again, while it waits for a place at another one. */
  pauses: Record<string, number>
  /** The one that may have begun the work: no other is asked. */
  only?: string
}

/** What a maker makes: a model or an operation in the catalogue. */
export interface Work {
  provider: MediaProvider
  model: string
}

export const workKeyOf = ({ provider, model }: Work): string => `${provider} ${model}`

/** As in the catalogue: the maker's account of the environment. */
export const usualSupply = ({ provider, model }: Work): Supply => ({ supplier: provider, model })

const ofWork =
  ({ provider, model }: Work) =>
  (route: MediaRoute) =>
    route.provider === provider && route.model === model

/** The tools that make this. */
export const entriesOf = (work: Work): StudioEntry[] =>
  studioEntries.filter(({ upstream }) => upstream.some(ofWork(work)))

/** All works of the catalogue, each once, in the order of the tools. */
export const works: readonly Work[] = [
  ...new Map(
    studioEntries.flatMap(({ upstream }) =>
      upstream.map(({ provider, model }) => [workKeyOf({ provider, model }), { provider, model }])
    )
  ).values()
]

/**
 * What an account with this wire speaks for a maker's work; null: it makes none of it.
 * @param supplier its id: OpenAI's answers are only expected of OpenAI, and only OpenAI gets marks of users
 */
export function wireFor(dialect: SupplierDialect, provider: MediaProvider, supplier: string): MediaWire | null {
  if (dialect === provider) return dialect
  if (dialect !== 'openai-chat' && dialect !== 'openai-responses') return null
  switch (provider) {
    case 'openai':
      return supplier === 'openai' ? 'openai' : 'openai-image'
    case 'bfl':
    case 'stability':
      return 'openai-image'
    case 'elevenlabs':
      return 'openai-speech'
    case 'midjourney':
    case 'luma':
    case 'google':
    case 'runway':
      return null
    default:
      return provider satisfies never
  }
}

/** Whether the order goes there as it is: the maker's own wire, or OpenAI's own model at a reseller. */
const takesAll = (wire: MediaWire, { provider }: Work, { model }: Pick<Supply, 'model'>): boolean =>
  wire === provider || (wire === 'openai-image' && provider === 'openai' && isOpenaiImageModel(model))

/** Whether the account gets the order in other words than the maker would. */
export const isReworded = (
  dialect: SupplierDialect,
  work: Work,
  supply: Pick<Supply, 'supplier' | 'model'>
): boolean => {
  const wire = wireFor(dialect, work.provider, supply.supplier)
  return wire !== null && !takesAll(wire, work, supply)
}

const needsFile = ({ parameters }: StudioEntry): boolean =>
  parameters.some((parameter) => 'mediaTypes' in parameter && parameter.requiredText !== undefined)

/** Their models are operations of the API, which the adapters know by name. */
const namedWires: readonly MediaWire[] = ['stability', 'midjourney']

/** Why this account cannot make this work at all, in words for the operator; null: it can. */
export function supplyFlaw(work: Work, supply: Supply, dialect: SupplierDialect): string | null {
  const wire = wireFor(dialect, work.provider, supply.supplier)
  if (wire === null) return 'Аккаунт с таким форматом этого не делает'
  if (namedWires.includes(wire) && !works.some(({ provider, model }) => provider === wire && model === supply.model))
    return 'Такой модели у этого формата нет: проверьте название'
  if (takesAll(wire, work, supply)) return null
  if (wire === 'openai-speech')
    return Object.keys(supply.voices ?? {}).length === 0 ? 'Назовите хотя бы один голос: у поставщика они другие' : null
  return entriesOf(work).some((entry) => !needsFile(entry))
    ? null
    : 'Здесь работают с картинкой пользователя, а этот формат передаёт только описание и размер'
}

const sideOf = (ratio: number): number => Math.round((1024 * Math.sqrt(ratio)) / 16) * 16

/** A size in the proportions of `16:9`, of about a megapixel, with sides that are multiples of 16. */
function sizeOf(proportions: string): string | undefined {
  const [width = 0, height = 0] = proportions.split(':').map(Number)
  if (!(width > 0 && height > 0)) return undefined
  return `${sideOf(width / height)}x${sideOf(height / width)}`
}

type Options = Readonly<Record<string, string | number>>

function pictureOptions({ prompt = '', promptSuffix, size, width, height, aspectRatio }: Options): Options {
  const asked =
    size ?? (width !== undefined && height !== undefined ? `${width}x${height}` : sizeOf(String(aspectRatio ?? '')))
  return { prompt, ...(promptSuffix !== undefined && { promptSuffix }), ...(asked !== undefined && { size: asked }) }
}

/** The options of a job as this account takes them. @param options translated for the maker */
export function optionsFor(wire: MediaWire, work: Work, supply: JobSupply, options: Options): Options {
  if (takesAll(wire, work, supply)) return options
  if (wire === 'openai-image') return pictureOptions(options)
  return { prompt: options['prompt'] ?? '', voice: supply.voice ?? '' }
}

/** What a parameter's value only adds to the description. */
const isInWords = (route: MediaRoute | undefined, { name }: Parameter, value: string | number): boolean => {
  const translated = route?.translate?.[name]?.[String(value)]
  return typeof translated === 'object' && Object.keys(translated).every((field) => field === 'promptSuffix')
}

export interface Order {
  entry: StudioEntry
  parameters: ParameterValues
  /** Names of the parameters that have files. */
  uploads: readonly string[]
}

const isUsual = (parameter: Parameter, value: string | number | undefined): boolean =>
  value === undefined || value === '' || ('default' in parameter && value === parameter.default)

/** What of an order this account would have to leave out, by the labels of the form; empty: it honours all of it. */
export function unmetBy(supply: Supply, dialect: SupplierDialect, work: Work, order: Order): string[] {
  const wire = wireFor(dialect, work.provider, supply.supplier)
  if (wire === null || takesAll(wire, work, supply)) return []
  const { entry, parameters, uploads } = order
  const isSpeech = wire === 'openai-speech'
  const route = entry.upstream.find(ofWork(work))
  const selects = new Set(entry.upstream.flatMap(({ when }) => Object.keys(when ?? {})))
  const honoured = isSpeech ? ['prompt', 'count'] : ['prompt', 'size', 'aspectRatio', 'count']
  const unmet = entry.parameters.filter((parameter) => {
    const value = parameters[parameter.name] ?? ('default' in parameter ? parameter.default : undefined)
    if ('mediaTypes' in parameter) return uploads.includes(parameter.name)
    if (isSpeech && parameter.name === 'voice') return !Object.hasOwn(supply.voices ?? {}, String(value))
    return (
      !honoured.includes(parameter.name) &&
      !selects.has(parameter.name) &&
      !isUsual(parameter, value) &&
      !isInWords(route, parameter, value ?? '')
    )
  })
  const text = String(parameters['prompt'] ?? '')
  const hasPauses = isSpeech && withPauses(text, () => '') !== text
  return [...unmet.map(({ label }) => label), ...(hasPauses ? ['паузы в тексте'] : [])]
}

/** What of the whole form this account would have to leave out whenever a user chose it, by the labels of the form. */
export function lacksOf(supply: Supply, dialect: SupplierDialect, work: Work): string[] {
  const labels = entriesOf(work).flatMap((entry) => {
    const chosen = Object.fromEntries(entry.parameters.map(({ name }) => [name, name === 'prompt' ? '' : '\u0000']))
    const uploads = entry.parameters.filter((parameter) => 'mediaTypes' in parameter).map(({ name }) => name)
    return unmetBy(supply, dialect, work, { entry, parameters: chosen, uploads })
  })
  return [...new Set(labels)]
}

/** What the job keeps of a supply. @param voice of ours */
export const keptSupply = ({ voices, ...supply }: Supply, voice: string | number | undefined): JobSupply => ({
  ...supply,
  ...(voices && Object.hasOwn(voices, String(voice)) && { voice: voices[String(voice)] })
})
