import { ArrowUp } from 'lucide-react'
import { Link } from 'react-router-dom'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { priceOf } from '#contract/catalogue/price.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import type { Trial } from './lessons.ts'
import { filledPath } from '../../base/paths.ts'

/** The request of a lesson, with a link that opens it in the form of its tool. */
export function TrialCard({ trial }: { trial: Trial }) {
  const { link, priceTokens, title, settings } = trialOffer(trial)
  return (
    <div className="rounded-card border border-line-strong/60 bg-raised p-4 shadow-floating sm:p-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-ink-faint">
        <span className="font-medium text-ink">{title}</span>
        {settings.map((setting) => (
          <span key={setting}>{setting}</span>
        ))}
      </p>
      <p className="mt-3 text-small">{trial.prompt}</p>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="text-caption text-ink-faint">Ничего не отправится, пока вы не нажмёте кнопку там</p>
        <Link to={link} className={buttonClass({ variant: 'accent' })}>
          <ArrowUp size={18} aria-hidden />
          Открыть с этим запросом · {formatTokens(priceTokens)}
        </Link>
      </div>
    </div>
  )
}

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
