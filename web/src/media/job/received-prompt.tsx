import { clsx } from 'clsx'
import type { Job } from '#contract/jobs.ts'

/** The prompt that the model got, where it differs from the user's: translated, or with settings added as text. */
export const ReceivedPrompt = ({ job: { revisedPrompt }, className }: { job: Job; className?: string }) =>
  revisedPrompt !== null && (
    <p className={clsx('text-caption whitespace-pre-line text-ink-faint', className)}>
      {`Модель получила: ${revisedPrompt}`}
    </p>
  )
