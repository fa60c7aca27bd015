import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { isLiveOpen, onLiveMessage, onLiveOpen, onLiveState } from './live-bus.ts'

/** Calls `listener` with every message of the live channel. Messages are hints: any of them may be missing or late. */
export function useLiveMessages(listener: (message: LiveMessage) => void): void {
  const hear = useEffectEvent(listener)
  useEffect(() => onLiveMessage((message) => hear(message)), [])
}

/** Calls `listener` after every connect: the moment to read the truth again. */
export function useLiveOpen(listener: () => void): void {
  const hear = useEffectEvent(listener)
  useEffect(() => onLiveOpen(() => hear()), [])
}

/** Whether hints arrive at present; while they do not, who waits for something has to ask. */
export const useIsLiveOpen = (): boolean => useSyncExternalStore(onLiveState, isLiveOpen)
