import { ArrowUp, Check, TriangleAlert, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { tools } from '#contract/catalogue/menu.ts'
import { useCost } from '../../base/session/session.tsx'
import { formatTokens } from '../../base/format/tokens.ts'
import { filledPath } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import type { Comparison, Lesson, Step, Trial } from './lessons.ts'

/** One lesson; at its end the user can try its request. */
export const Guide = ({ lesson, number }: { lesson: Lesson; number: number }) => (
  <article
    id={lesson.id}
    aria-labelledby={`${lesson.id}-title`}
    className="scroll-mt-[calc(var(--top-bar-height)+1rem)] border-t border-line pt-10"
  >
    <p className="text-small font-medium text-accent-strong">{`Урок ${number}. ${lesson.category}`}</p>
    <h3 id={`${lesson.id}-title`} className="mt-2 text-heading font-semibold">
      {lesson.title}
    </h3>
    <p className="mt-3 max-w-text text-lead text-ink-soft">{lesson.lead}</p>
    <div className="mt-8 grid gap-x-14 gap-y-8 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <Steps steps={lesson.steps} />
      <div className="space-y-8">
        <Versions comparison={lesson.comparison} />
        <Mistakes mistakes={lesson.mistakes} />
      </div>
    </div>
    <div className="mt-8">
      <TrialCard trial={lesson.trial} />
    </div>
  </article>
)

const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="space-y-5">
    {steps.map(({ title, text }, index) => (
      <li key={title} className="flex gap-4">
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-small font-semibold tabular-nums"
        >
          {index + 1}
        </span>
        <div>
          <p className="font-semibold">{title}</p>
          <p className="mt-1 max-w-text text-small text-ink-soft">{text}</p>
        </div>
      </li>
    ))}
  </ol>
)

const Versions = ({ comparison: { weak, strong } }: { comparison: Comparison }) => (
  <div className="overflow-hidden rounded-card border border-line bg-raised text-small shadow-raised">
    <div className="bg-sunken p-4">
      <p className="flex items-center gap-2 text-caption font-medium text-ink-soft">
        <X size={16} className="text-danger" aria-hidden />
        Слабо
      </p>
      <p className="mt-1.5 text-ink-soft">{weak}</p>
    </div>
    <div className="p-4">
      <p className="flex items-center gap-2 text-caption font-medium text-ink-soft">
        <Check size={16} className="text-success" aria-hidden />
        Хорошо
      </p>
      <p className="mt-1.5">{strong}</p>
    </div>
  </div>
)

const Mistakes = ({ mistakes }: { mistakes: readonly string[] }) => (
  <div>
    <p className="font-semibold">Частые ошибки</p>
    <ul className="mt-3 space-y-2.5 text-small text-ink-soft">
      {mistakes.map((mistake) => (
        <li key={mistake} className="flex items-start gap-2.5">
          <TriangleAlert size={17} className="mt-0.5 shrink-0 text-ink-faint" aria-hidden />
          <span>{mistake}</span>
        </li>
      ))}
    </ul>
  </div>
)

/** The request of a lesson, with a link that opens it in the form of its tool. */
function TrialCard({ trial }: { trial: Trial }) {
  const { path, prompt, settings, settingLabels, priceTokens } = trial
  const { costOf } = useCost()
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
        <Link
          to={filledPath(path, { prompt, ...settings })}
          className={buttonClass({ variant: 'accent', className: 'h-auto! min-h-11 shrink! py-2 whitespace-normal!' })}
        >
          <ArrowUp size={18} aria-hidden />
          <span>{`Открыть с этим запросом · ${formatTokens(costOf(priceTokens))}`}</span>
        </Link>
      </div>
    </div>
  )
}
