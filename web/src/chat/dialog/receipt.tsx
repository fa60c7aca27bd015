import { useId, useState } from 'react'
import { Info } from 'lucide-react'
import type { AnswerEnd } from '#contract/answers.ts'
import type { Message } from '#contract/chats.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { billingText } from '../stream/answer-texts.ts'

/** What an answer cost; which upstream model wrote it is said on demand, because the page calls its models by one name. */
export function Receipt({ message, end }: { message: Message | null; end: AnswerEnd | null }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const done = end?.type === 'done' ? end : null
  const billing = message?.billing ?? done?.billing
  if (!billing) return null
  const model = message?.upstream_model ?? done?.upstreamModel
  return (
    <p className="flex flex-wrap items-center gap-x-0.5 text-caption text-ink-faint tabular-nums">
      <span>{billingText(billing)}</span>
      {model && (
        <>
          <IconButton
            label="Какая модель ответила"
            title={`Ответила модель ${model}`}
            size="small"
            icon={<Info size={14} />}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          />
          <span id={id}>{open && `Ответила модель ${model}`}</span>
        </>
      )}
    </p>
  )
}
