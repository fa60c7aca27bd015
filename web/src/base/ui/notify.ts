// Toasts. The library behind them is loaded with the first one, or when the page has nothing else to do.
import { whenIdle } from './when-idle.ts'
import type { ToastAction, ToastKind } from './toaster.tsx'

const loadToaster = () => import('./toaster.tsx')

const show = (kind: ToastKind, text: string, action?: ToastAction) =>
  void loadToaster().then(
    ({ showToast }) => showToast(kind, text, action),
    () => {
      // The toaster could not be loaded: the toast is dropped.
    }
  )

export const notify = {
  success: (text: string, action?: ToastAction): void => show('success', text, action),
  error: (text: string, action?: ToastAction): void => show('error', text, action),
  info: (text: string, action?: ToastAction): void => show('info', text, action),
  /** Removes all toasts, when what they are about is no longer on the page. */
  clear: (): void =>
    void loadToaster().then(
      ({ dismissToasts }) => dismissToasts(),
      () => undefined
    )
}

/** Loads the toaster when the page is idle, so that the first toast appears without delay and screen readers announce it. */
export function prepareToasts(): void {
  whenIdle(() => void loadToaster().catch(() => undefined))
}
