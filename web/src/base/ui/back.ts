import { useEffectEvent } from 'react'
import { whenIdle } from './when-idle.ts'
import { isTouched, useWhile } from './use-while.ts'

const load = () => import('./layer-entries.ts')

// On a phone a step back may follow at once on what was opened.
whenIdle(() => isTouched() && void load().catch(() => undefined))

/**
 * While it is open, the browser's «назад» calls `onBack`, which closes it; of several, that of the one that was opened last.
 * Closed by other means, it leaves nothing in the history.
 */
export function useBack(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack)
  useWhile(isOpen, async () => (await load()).enter(() => close()))
}
