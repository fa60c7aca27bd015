import { ChevronLeft, ChevronUp, Lock } from 'lucide-react'
import { clsx } from 'clsx'
import type { Grip } from './hold.ts'

/** Above the button that a finger holds: where it can go. Both follow the finger, unless the user wants less motion. */
export const HoldWays = ({ left, up }: Grip) => (
  <span
    aria-hidden
    className="pointer-events-none absolute right-0 bottom-full z-20 mb-3 flex animate-appear items-end gap-2 text-caption whitespace-nowrap"
  >
    <span
      style={{ translate: `${left * -24}px 0` }}
      className={clsx(
        'flex items-center gap-1 rounded-full border py-2 pr-3.5 pl-2.5 shadow-floating motion-reduce:translate-none!',
        left > 0 ? 'border-danger bg-raised text-danger' : 'border-line bg-raised text-ink-soft'
      )}
    >
      <ChevronLeft size={16} />
      Влево — отменить
    </span>
    <span
      style={{ translate: `0 ${up * -16}px` }}
      className={clsx(
        'flex w-11 flex-col items-center gap-1 rounded-full border py-2.5 shadow-floating motion-reduce:translate-none!',
        up > 0 ? 'border-accent bg-accent-soft text-accent-strong' : 'border-line bg-raised text-ink-soft'
      )}
    >
      <Lock size={16} />
      <ChevronUp size={16} />
    </span>
  </span>
)
