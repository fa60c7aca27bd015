import { clsx } from 'clsx'
import { Sprout } from 'lucide-react'
import { Link } from 'react-router-dom'
import { jobChargeRules } from '#contract/catalogue/charge-rules.ts'
import type { Parameter } from '#contract/catalogue/parameters.ts'
import { type AccountPlan, paysInTokens } from '#contract/catalogue/plans.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { Job, JobFile } from '#contract/jobs.ts'
import { formatTitle } from '#contract/media-types.ts'
import { formatBytes } from '../../base/format/bytes.ts'
import { formatDuration } from '../../base/format/durations.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { actionWords } from './job-words.ts'
import { useRepeatPath } from './use-repeat-path.ts'

interface ParameterLine {
  label: string
  value: string
}

/** The settings of a job in the words of its page, without the prompt. */
export function parameterLines({ service, parameters, uploads, sources }: Job): ParameterLine[] {
  const entry = findStudioEntry(service)
  const action = actionWords({ parameters })
  const settings = (entry?.parameters ?? []).flatMap((parameter) => {
    const isOfJob = sources.some(({ parameter: name, from }) => name === parameter.name && from !== null)
    const sent = isOfJob ? 'ваша работа' : 'ваш файл'
    const value = uploads.includes(parameter.name) ? sent : wordsOf(parameter, parameters[parameter.name])
    return value === null ? [] : [{ label: parameter.label.replace(' (необязательно)', ''), value }]
  })
  return action === null ? settings : [{ label: 'Действие', value: action }, ...settings]
}

function wordsOf(parameter: Parameter, value: string | number | undefined): string | null {
  if (value === undefined || value === '' || parameter.name === 'prompt' || parameter.kind === 'seed') return null
  if (parameter.kind !== 'choice') return String(value)
  if (parameter.hidden) return null
  // The catalogue may have dropped this option since: its key is shown.
  return parameter.options.find((option) => option.value === String(value))?.label ?? String(value)
}

/** `PNG, 1024×1024, 1,2 МБ` */
export function fileWords({ type, width, height, durationSeconds, sizeBytes }: JobFile): string {
  return [
    formatTitle(type),
    width && height ? `${width}×${height}` : null,
    durationSeconds === null ? null : formatDuration(Math.round(durationSeconds)),
    formatBytes(sizeBytes)
  ]
    .filter((part) => part !== null)
    .join(', ')
}

/** What an ended job cost, or why it was free. */
export function chargeWords({ state, chargedTokens, priceTokens, redoOf }: Job, plan: AccountPlan | undefined): string {
  if (state !== 'completed') return 'Токены не списаны'
  if (redoOf !== null) return 'Бесплатно: повтор испорченной работы'
  // The result arrives a moment before the charge is booked.
  if (chargedTokens === null) return `Цена: ${formatTokens(priceTokens)}`
  if (chargedTokens > 0) return `Списано: ${formatTokens(chargedTokens)}`
  return plan && !paysInTokens(plan) ? 'Бесплатно: входит в Premium' : `Бесплатно: ${lateText}`
}

const { situation } = jobChargeRules.late
const lateText = situation.charAt(0).toLowerCase() + situation.slice(1)

/** The seed of a result, with a link that fills the form with it and the same settings; nothing for a job without one. */
export function SeedLine({ job }: { job: Job }) {
  const again = useRepeatPath(job)
  if (job.seed === null) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-caption text-ink-faint">
      <Sprout size={14} aria-hidden />
      <span className="tabular-nums">{`Seed ${job.seed}`}</span>
      {again && (
        <Link
          to={`${again}&seed=1`}
          className="py-1 text-ink-soft underline underline-offset-2 transition hover:text-ink"
        >
          Повторить с этим seed
        </Link>
      )}
    </p>
  )
}

/** The prompt that the model got, where it differs from the user's: translated, or with settings added as text. */
export const ReceivedPrompt = ({ job: { revisedPrompt }, className }: { job: Job; className?: string }) =>
  revisedPrompt !== null && (
    <p className={clsx('text-caption wrap-anywhere whitespace-pre-line text-ink-faint', className)}>
      {`Модель получила: ${revisedPrompt}`}
    </p>
  )
