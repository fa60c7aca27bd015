// What the catalogue says of a request that a public page offers to try: the pages have copies, because the catalogue is large.
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { priceOf } from '#contract/catalogue/price.ts'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { filledPath } from '#web/src/base/paths.ts'
import type { Trial } from '#web/src/site/learning/lessons.ts'

interface TrialOffer {
  link: string
  priceTokens: number
  /** The tool, and for a chat its model. */
  title: string
  /** The labels of the settings in the tool's form. */
  settings: readonly string[]
}

/**
 * What trying a lesson costs, and the link that fills the tool's form.
 * @throws Error when the catalogue lacks the model or the setting of the lesson.
 */
export function trialOffer({ path, prompt, settings }: Pick<Trial, 'path' | 'prompt' | 'settings'>): TrialOffer {
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
