import { CircleAlert, CircleSlash, RotateCw, Scissors } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnswerOutcome } from '#contract/catalogue/charge-rules.ts'
import { Button } from '../../base/ui/button.tsx'

const icons: Partial<Record<AnswerOutcome, ReactNode>> = {
  stopped: <CircleSlash size={16} aria-hidden />,
  truncated: <Scissors size={16} aria-hidden />
}

interface AnswerNoteProps {
  text: string
  outcome: AnswerOutcome | null
  action?: { label: string; run: () => void } | null
}

/** How an answer ended, when it did not simply succeed, and the way on. */
export const AnswerNote = ({ text, outcome, action }: AnswerNoteProps) => (
  <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-hover px-3.5 py-2.5 text-small text-ink-soft">
    <span className="shrink-0">{(outcome && icons[outcome]) ?? <CircleAlert size={16} aria-hidden />}</span>
    <span className="min-w-0 grow basis-48">{text}</span>
    {action && (
      <Button size="small" variant="secondary" icon={<RotateCw size={15} />} onClick={action.run}>
        {action.label}
      </Button>
    )}
  </div>
)
