import { useEffectEvent } from 'react'
import { useWhile } from './use-while.ts'

/**
 * While it is open, the browser's «назад» calls `onBack`, which closes it; of several, that of the one that was opened last.
 * Closed by other means, it leaves nothing in the history.
 */
export function useBack(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack)
  useWhile(isOpen, async () => (await import('./layer-entries.ts')).enter(() => close()))
}
