// Toasts. The library behind them is loaded with the first one, or when the page has nothing else to do.
import type { ToastKind } from './toaster.tsx'

const loadToaster = () => import('./toaster.tsx')

const show = (kind: ToastKind, text: string) =>
  void loadToaster().then(
    ({ showToast }) => showToast(kind, text),
    () => {
      // The network is down, and a toast is not worth failing for.
    }
  )

export const notify = {
  success: (text: string): void => show('success', text),
  error: (text: string): void => show('error', text),
  info: (text: string): void => show('info', text)
}

/** Once the page is quiet: a list that is there already is listened to, and the first toast comes without delay. */
export function prepareToasts(): void {
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000))
  whenIdle(() => void loadToaster().catch(() => undefined))
}
