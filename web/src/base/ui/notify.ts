// Toasts. The library behind them is loaded with the first one, or when the page has nothing else to do.
import type { ToastAction, ToastKind } from './toaster.tsx'

const loadToaster = () => import('./toaster.tsx')

const show = (kind: ToastKind, text: string, action?: ToastAction) =>
  void loadToaster().then(
    ({ showToast }) => showToast(kind, text, action),
    () => {
      // The network is down, and a toast is not worth failing for.
    }
  )

export const notify = {
  success: (text: string, action?: ToastAction): void => show('success', text, action),
  error: (text: string, action?: ToastAction): void => show('error', text, action),
  info: (text: string, action?: ToastAction): void => show('info', text, action),
  /** Takes back what was said: it is about something that is no longer there. */
  clear: (): void =>
    void loadToaster().then(
      ({ dismissToasts }) => dismissToasts(),
      () => undefined
    )
}

/** Once the page is quiet: a list that is there already is listened to, and the first toast comes without delay. */
export function prepareToasts(): void {
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000))
  whenIdle(() => void loadToaster().catch(() => undefined))
}
