import { X } from 'lucide-react'
import type { Job, JobFile } from '#contract/jobs.ts'
import { Button } from '../../base/ui/button.tsx'
import { ReceivedPrompt } from './received-prompt.tsx'
import { RedoButton } from './redo-button.tsx'
import { ResultActions } from './result-actions.tsx'
import { useDismiss } from './use-dismiss.ts'
import { WhatNext } from './what-next.tsx'

interface ChosenResultProps {
  job: Job
  file: JobFile
  /** `изображение 2`. */
  name: string
}

/** Everything that can be done with the chosen result of a batch, as on the card of a single one. */
export const ChosenResult = ({ job, file, name }: ChosenResultProps) => (
  <section aria-label={`Выбрано: ${name}`} className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
    <p aria-hidden className="text-caption text-ink-soft first-letter:uppercase">
      {name}
    </p>
    <ResultActions job={job} file={file} repeats={false} />
    <WhatNext job={job} file={file} />
    <ReceivedPrompt job={job} className="line-clamp-3" />
    <div className="empty:hidden">
      <RedoButton job={job} />
    </div>
  </section>
)

/** Removes a batch of which nothing was made. */
export function DismissAll({ jobs }: { jobs: readonly Job[] }) {
  const { busy, dismiss } = useDismiss(...jobs.map(({ id }) => id))
  return (
    <Button variant="ghost" size="small" icon={<X size={15} aria-hidden />} busy={busy} onClick={dismiss}>
      Убрать все
    </Button>
  )
}
