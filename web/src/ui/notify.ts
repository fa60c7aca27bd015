// Toasts. The library behind them is loaded with the first one, or when the page has nothing else to do.
import type { ToastKind } from './toaster.tsx'

const show = (kind: ToastKind, text: string) =>
  void import('./toaster.tsx').then(
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
