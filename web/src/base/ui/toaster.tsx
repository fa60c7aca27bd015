import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { toast, Toaster } from 'sonner'
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import 'sonner/dist/styles.css'

export type ToastKind = 'success' | 'error' | 'info'

/** The way to what the toast is about. */
export interface ToastAction {
  label: string
  onClick: () => void
}

const icons = {
  success: <CircleCheck size={18} className="text-success" aria-hidden />,
  error: <CircleAlert size={18} className="text-danger" aria-hidden />,
  info: <Info size={18} className="text-ink-faint" aria-hidden />,
  close: <X size={16} aria-hidden />
}

const classNames = {
  toast:
    'flex w-(--width) items-start gap-3 rounded-card border border-line bg-raised py-3.5 pr-12 pl-4 text-small text-ink shadow-floating',
  icon: 'mt-px shrink-0',
  actionButton:
    'ml-auto shrink-0 rounded-small font-medium underline decoration-accent decoration-2 underline-offset-4 hover:text-accent-strong',
  closeButton:
    'absolute top-1.5 right-1.5 grid size-9 place-items-center rounded-control text-ink-faint hover:bg-hover hover:text-ink'
}

const texts = { containerAriaLabel: 'Уведомления', closeButtonAriaLabel: 'Закрыть уведомление' }

// A root of its own: toasts outlive pages and their errors. Rendered at once, because a toast that is published
// before the list listens is lost.
const container = document.createElement('div')
document.body.append(container)
const root = createRoot(container)
flushSync(() =>
  root.render(
    <Toaster
      position="top-center"
      // In the middle of the top bar, where nothing is; on small screens, where something is, below it.
      offset={{ top: '0.375rem' }}
      className="font-sans!"
      mobileOffset={{ top: 'calc(var(--top-bar-height) + 0.5rem)' }}
      duration={5000}
      icons={icons}
      closeButton
      containerAriaLabel={texts.containerAriaLabel}
      toastOptions={{ unstyled: true, classNames, closeButtonAriaLabel: texts.closeButtonAriaLabel }}
    />
  )
)

/** With a way on there is more to read and to do. */
const actionDurationMs = 10_000

/** The newest toast of each sort. */
const newest = new Map<string, string | number>()

/** Replaces the one of its kind that is still there: what was said before is over. A way on gives way to another only. */
export function showToast(kind: ToastKind, text: string, action?: ToastAction): void {
  const sort = action ? `${kind} with a way on` : kind
  const older = newest.get(sort)
  if (older !== undefined) toast.dismiss(older)
  newest.set(sort, toast[kind](text, action && { action, duration: actionDurationMs }))
}

export const dismissToasts = (): void => void toast.dismiss()
