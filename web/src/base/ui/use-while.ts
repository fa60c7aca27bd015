import { useEffect, useEffectEvent } from 'react'

/**
 * Does what a part of the page needs while it is in use, by code that is loaded for it.
 * @param begin resolves to what ends it; without its code the page does without
 */
export function useWhile(isUsed: boolean, begin: () => Promise<() => void>): void {
  const start = useEffectEvent(begin)
  useEffect(() => {
    if (!isUsed) return
    const begun = start().catch(() => () => undefined)
    return () => void begun.then((end) => end())
  }, [isUsed])
}

/** Whether fingers are used: «назад» is a gesture or a key of the device then, and the keyboard lies on the screen. */
export const isTouched = (): boolean => window.matchMedia('(pointer: coarse)').matches
