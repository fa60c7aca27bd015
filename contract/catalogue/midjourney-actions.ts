// What can be done with a picture that Midjourney has made: offered on its card, priced, and translated for the provider.
// The provider's names are those of midjourney-proxy; its custom ids are recognised by their beginnings.
import { midjourney } from './image.ts'
import { defaultValues, type ParameterValues } from './parameters.ts'
import { isBasicSetting, priceOf } from './price.ts'
import { cataloguePrices, pricedEntry, type Prices } from './prices.ts'

/** `tile`: one of the four variants of a sheet. `picture`: a variant that was enlarged. */
type Subject = 'tile' | 'picture'

export type PictureChangeKind = 'upscaling' | 'variation' | 'outpainting'

interface MidjourneyAction {
  of: Subject
  /** On its button. */
  label: string
  /** What the card of its job says it is; `{tile}` stands for the number of the variant. */
  said: string
  /** What it is in the history. */
  history: PictureChangeKind
  /** One picture for half of what a sheet costs, or another sheet for the whole price. */
  makes: 'picture' | 'sheet'
  upstream: { model: 'change'; action: 'UPSCALE' | 'VARIATION' } | { model: 'action'; button: string }
}

const change = (action: 'UPSCALE' | 'VARIATION') => ({ model: 'change', action }) as const
const button = (begins: string) => ({ model: 'action', button: begins }) as const

export const midjourneyActions = {
  upscale: {
    of: 'tile',
    label: 'Увеличить',
    said: 'Увеличен вариант {tile}',
    history: 'upscaling',
    makes: 'picture',
    upstream: change('UPSCALE')
  },
  variation: {
    of: 'tile',
    label: 'Вариации',
    said: 'Вариации варианта {tile}',
    history: 'variation',
    makes: 'sheet',
    upstream: change('VARIATION')
  },
  'vary-strong': {
    of: 'picture',
    label: 'Вариации сильнее',
    said: 'Вариации сильнее',
    history: 'variation',
    makes: 'sheet',
    upstream: button('MJ::JOB::high_variation::')
  },
  'vary-subtle': {
    of: 'picture',
    label: 'Вариации слабее',
    said: 'Вариации слабее',
    history: 'variation',
    makes: 'sheet',
    upstream: button('MJ::JOB::low_variation::')
  },
  'zoom-out-1.5': {
    of: 'picture',
    label: 'Отдалить в 1,5 раза',
    said: 'Отдаление в 1,5 раза',
    history: 'outpainting',
    makes: 'sheet',
    upstream: button('MJ::Outpaint::75::')
  },
  'zoom-out-2': {
    of: 'picture',
    label: 'Отдалить в 2 раза',
    said: 'Отдаление в 2 раза',
    history: 'outpainting',
    makes: 'sheet',
    upstream: button('MJ::Outpaint::50::')
  },
  'pan-left': {
    of: 'picture',
    label: 'Дорисовать слева',
    said: 'Дорисовано слева',
    history: 'outpainting',
    makes: 'sheet',
    upstream: button('MJ::JOB::pan_left::')
  },
  'pan-right': {
    of: 'picture',
    label: 'Дорисовать справа',
    said: 'Дорисовано справа',
    history: 'outpainting',
    makes: 'sheet',
    upstream: button('MJ::JOB::pan_right::')
  },
  'pan-up': {
    of: 'picture',
    label: 'Дорисовать сверху',
    said: 'Дорисовано сверху',
    history: 'outpainting',
    makes: 'sheet',
    upstream: button('MJ::JOB::pan_up::')
  },
  'pan-down': {
    of: 'picture',
    label: 'Дорисовать снизу',
    said: 'Дорисовано снизу',
    history: 'outpainting',
    makes: 'sheet',
    upstream: button('MJ::JOB::pan_down::')
  }
} as const satisfies Record<string, MidjourneyAction>

export type MidjourneyActionName = keyof typeof midjourneyActions

export const midjourneyActionNames = Object.keys(midjourneyActions) as [MidjourneyActionName, ...MidjourneyActionName[]]

const isMidjourneyAction = (value: unknown): value is MidjourneyActionName =>
  typeof value === 'string' && Object.hasOwn(midjourneyActions, value)

/** A job, as far as it says what its picture is. */
interface Made {
  service: string
  parameters: ParameterValues
}

/** The action that made the job's pictures; null for pictures that were made from a description. */
export const madeBy = ({ parameters: { action } }: Pick<Made, 'parameters'>): MidjourneyActionName | null =>
  isMidjourneyAction(action) ? action : null

/** Whether Midjourney, asked for the same once more, would answer with the same picture: a variant is enlarged only once. */
export const isMadeOnce = (job: Pick<Made, 'parameters'>): boolean => madeBy(job) === 'upscale'

/** The kind of picture that the job has made; null for another service. */
export function midjourneySubject(job: Made): Subject | null {
  if (job.service !== midjourney.id) return null
  const action = madeBy(job)
  return action !== null && midjourneyActions[action].makes === 'picture' ? 'picture' : 'tile'
}

/** The actions on a finished job, in the order in which they are offered. */
export const actionsOn = (job: Made): MidjourneyActionName[] => {
  const subject = midjourneySubject(job)
  return midjourneyActionNames.filter((name) => midjourneyActions[name].of === subject)
}

/** The parameters, with defaults for settings that the form did not have when the picture was made. */
const settingsOf = (parameters: ParameterValues): ParameterValues => ({
  ...defaultValues(midjourney.parameters),
  ...parameters
})

/**
 * Whole tokens. A new sheet costs what the first one did, by its quality; one enlarged picture half of that, at least 1.
 * @param parameters of the job that the action continues
 * @throws UnknownPrice
 */
export function priceOfAction(
  action: MidjourneyActionName,
  parameters: ParameterValues,
  prices: Prices = cataloguePrices
): number {
  const sheetTokens = priceOf(pricedEntry(midjourney, prices), settingsOf(parameters))
  return midjourneyActions[action].makes === 'picture' ? Math.ceil(sheetTokens / 2) : sheetTokens
}

/** Whether an action on a picture with these parameters is allowed before a purchase: it is when making the picture was. */
export const isBasicAction = (parameters: ParameterValues): boolean =>
  isBasicSetting(midjourney, settingsOf(parameters))
