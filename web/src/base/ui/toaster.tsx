import type { CSSProperties } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { toast, Toaster } from 'sonner'
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import 'sonner/dist/styles.css'

export type ToastKind = 'success' | 'error' | 'info'

/** A button of the toast, such as a link to its subject. */
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
    // One behind another is as high as that: its words would hang out. Beside the button that closes a dialog as high as a phone.
    'max-sm:in-data-dialog-open:max-w-[calc(100vw-5.5rem)] flex w-(--width) items-start gap-3 max-sm:flex-wrap rounded-card border border-line bg-raised py-3.5 pr-12 pl-4 text-small text-ink shadow-floating data-[expanded=false]:data-[front=false]:*:opacity-0 xl:min-h-12 xl:items-center xl:py-1 xl:text-caption',
  icon: 'mt-px shrink-0 xl:mt-0',
  // On a phone as wide as the icon leaves, and a button stands below: beside it the words would be a column of single ones.
  content: 'max-sm:grow max-sm:basis-4/5',
  actionButton:
    'ml-auto shrink-0 rounded-small font-medium underline decoration-accent decoration-2 underline-offset-4 hover:text-accent-strong',
  closeButton:
    'absolute top-1.5 right-1.5 grid size-9 place-items-center rounded-control text-ink-faint hover:bg-hover hover:text-ink'
}

/** The library's own variable. */
const sizes: CSSProperties & Record<'--width', string> = { '--width': 'var(--toast-width)' }

const texts = { containerAriaLabel: 'Уведомления', closeButtonAriaLabel: 'Закрыть уведомление' }

// A React root of its own, so that toasts survive page changes and errors. Rendered synchronously, because a toast that is
// shown before the list is mounted is lost.
const container = document.createElement('div')
document.body.append(container)
const root = createRoot(container)
flushSync(() =>
  root.render(
    <Toaster
      position="top-right"
      // Where no control is: base/style/tokens.css says where.
      offset={{ top: 'var(--toast-top)', right: 'var(--toast-right)' }}
      // A modal dialog lets nothing outside of it be pressed, but what it has just told of may be undone.
      className="pointer-events-auto font-sans!"
      style={sizes}
      mobileOffset={{ top: 'var(--toast-top)' }}
      duration={5000}
      icons={icons}
      closeButton
      containerAriaLabel={texts.containerAriaLabel}
      toastOptions={{ unstyled: true, classNames, closeButtonAriaLabel: texts.closeButtonAriaLabel }}
    />
  )
)

/** Longer, because the user needs time to press the button. */
const actionDurationMs = 10_000

/** The newest toast of each sort. */
const newest = new Map<string, string | number>()

/** Replaces the older toast of its kind. A toast with a button is replaced only by another one with a button. */
export function showToast(kind: ToastKind, text: string, action?: ToastAction): void {
  const sort = action ? `${kind} with a button` : kind
  const older = newest.get(sort)
  if (older !== undefined) toast.dismiss(older)
  newest.set(sort, toast[kind](text, action && { action, duration: actionDurationMs }))
}

export const dismissToasts = (): void => void toast.dismiss()
