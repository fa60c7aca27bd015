// What trying a lesson out costs, and the link that fills the tool's form with it.
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { priceOf } from '#contract/catalogue/price.ts'
import { filledPath } from '../../base/paths.ts'
import type { Trial } from './lessons.ts'

export interface TrialOffer {
  link: string
  priceTokens: number
  /** The tool, and for a chat its model. */
  title: string
  /** The settings as the form calls them. */
  settings: readonly string[]
}

/** @throws Error for a lesson that names a model or a setting which is not sold. */
export function trialOffer({ path, prompt, settings }: Trial): TrialOffer {
  const link = filledPath(path, { prompt, ...settings })
  const title = tools[path].title
  const entry = studioEntryOfPath(path)
  if (!entry) {
    const model = chatModels.find(({ id, page }) => id === settings.model && page === path)
    if (!model) throw new Error(`${path} has no model ${settings.model}`)
    return { link, priceTokens: model.priceTokens, title, settings: [model.name] }
  }
  const labels = Object.entries(settings).map(([name, value]) => {
    const parameter = entry.parameters.find((candidate) => candidate.name === name)
    const option = parameter?.kind === 'choice' && parameter.options.find((candidate) => candidate.value === value)
    if (!option) throw new Error(`${path} has no ${name} ${value}`)
    return option.label
  })
  const values = { ...defaultValues(entry.parameters), ...settings, prompt }
  return { link, priceTokens: priceOf(entry, values), title, settings: labels }
}
