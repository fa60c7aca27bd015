import { ArrowUp } from 'lucide-react'
import { Link } from 'react-router-dom'
import { tools } from '#contract/catalogue/menu.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import type { Trial } from './lessons.ts'
import { filledPath } from '../../base/paths.ts'

/** The request of a lesson, with a link that opens it in the form of its tool. */
export function TrialCard({ trial }: { trial: Trial }) {
  const { path, prompt, settings, settingLabels, priceTokens } = trial
  return (
    <div className="rounded-card border border-line-strong/60 bg-raised p-4 shadow-floating sm:p-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-ink-faint">
        <span className="font-medium text-ink">{tools[path].title}</span>
        {settingLabels.map((setting) => (
          <span key={setting}>{setting}</span>
        ))}
      </p>
      <p className="mt-3 text-small">{prompt}</p>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="text-caption text-ink-faint">Ничего не отправится, пока вы не нажмёте кнопку там</p>
        <Link to={filledPath(path, { prompt, ...settings })} className={buttonClass({ variant: 'accent' })}>
          <ArrowUp size={18} aria-hidden />
          <span>{`Открыть с этим запросом · ${formatTokens(priceTokens)}`}</span>
        </Link>
      </div>
    </div>
  )
}
