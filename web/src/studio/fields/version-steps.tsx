import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { namedWorkFile, workRef } from '#contract/catalogue/work-files.ts'
import type { Job } from '#contract/jobs.ts'
import { useJob } from '../../media/job/use-jobs.ts'
import { Button } from '../../base/ui/button.tsx'

/** The picture that a job was made from, as a form names it; null when it is not kept. */
function pictureBefore(job: Job | undefined): string | null {
  const source = job?.sources.find(({ parameter }) => parameter === 'image')
  return job && source ? workRef(source.from ?? { job: job.id, file: 'image' }) : null
}

interface VersionStepsProps {
  /** Names the picture in the form. */
  value: string
  onChange: (value: string) => void
}

/** Steps back through the results that led to the picture in the form, and forward again. */
export function VersionSteps({ value, onChange }: VersionStepsProps) {
  const [left, setLeft] = useState<{ at: string; ahead: readonly string[] }>({ at: value, ahead: [] })
  const named = namedWorkFile(value)
  const { job } = useJob(named?.job ?? null)
  const before = typeof named?.file === 'number' ? pictureBefore(job) : null
  const ahead = left.at === value ? left.ahead : []
  const next = ahead.at(-1)
  if (before === null && next === undefined) return null

  function go(to: string, rest: readonly string[]) {
    setLeft({ at: to, ahead: rest })
    onChange(to)
  }

  return (
    <fieldset aria-label="Версии изображения" className="-mt-3 flex flex-wrap gap-1">
      <Button
        variant="ghost"
        size="small"
        disabled={before === null}
        icon={<Undo2 size={16} aria-hidden />}
        onClick={() => before !== null && go(before, [...ahead, value])}
      >
        Прежняя версия
      </Button>
      <Button
        variant="ghost"
        size="small"
        disabled={next === undefined}
        icon={<Redo2 size={16} aria-hidden />}
        onClick={() => next !== undefined && go(next, ahead.slice(0, -1))}
      >
        Следующая
      </Button>
    </fieldset>
  )
}
