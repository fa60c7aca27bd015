import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'

interface FormAlertProps {
  tone: 'danger' | 'success'
  /** Takes the focus when it replaces the focused element, so that the keyboard does not start from the top of the page. */
  takesFocus?: boolean
  children: ReactNode
}

const focus = (place: HTMLElement | null) => place?.focus({ preventScroll: true })

/** A message about the whole form, above its fields. */
export const FormAlert = ({ tone, takesFocus, children }: FormAlertProps) => (
  <div
    role="alert"
    {...(takesFocus && { ref: focus, tabIndex: -1, 'data-route-focus': true })}
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
