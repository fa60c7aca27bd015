import { RotateCcw } from 'lucide-react'
import { isMadeOnce, madeBy } from '#contract/catalogue/midjourney-actions.ts'
import type { Job } from '#contract/jobs.ts'
import { Button } from '../../base/ui/button.tsx'
import { useChange, usePriceWords } from './submit-change.ts'

interface RepeatChangeProps {
  job: Job
  className?: string
}

/**
 * Does the same action on the same earlier picture once more, for its own price; nothing for jobs that are no actions, and
 * where it would bring nothing new: the enlargement of a variant is one picture, and a source that is gone stays gone.
 */
export function RepeatChange({ job, className = '' }: RepeatChangeProps) {
  const action = madeBy(job)
  const { parent, tile } = job.parameters
  const { sending, submit } = useChange({ id: String(parent), parameters: job.parameters })
  const price = usePriceWords(job)
  const isThere = isMadeOnce(job) && job.state === 'completed'
  if (action === null || typeof parent !== 'string' || isThere || job.error?.code === 'SOURCE_GONE') return null
  const words = price(action)
  const label = words === null ? 'Повторить' : `Повторить · ${words}`
  const repeat = () => submit({ action, ...(typeof tile === 'number' && { tile }) })
  return (
    <Button
      variant="secondary"
      size="small"
      className={className}
      icon={<RotateCcw size={15} aria-hidden />}
      busy={sending !== null}
      onClick={repeat}
    >
      {label}
    </Button>
  )
}
