import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'

/** What a form says as a whole, above its fields. */
export const FormAlert = ({ tone, children }: { tone: 'danger' | 'success'; children: ReactNode }) => (
  <div
    role="alert"
    className={clsx(
      'flex animate-appear items-start gap-3 rounded-control px-4 py-3 text-small',
      tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-success-soft text-success'
    )}
  >
    <span className="mt-px shrink-0" aria-hidden>
      {tone === 'danger' ? <CircleAlert size={18} /> : <CircleCheck size={18} />}
    </span>
    <div className="min-w-0">{children}</div>
  </div>
)
