import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { isLiveOpen, onLiveMessage, onLiveOpen, onLiveState } from './live-bus.ts'

/** Calls `listener` with every message of the live channel. Messages are hints: any of them may be missing or late. */
export function useLiveMessages(listener: (message: LiveMessage) => void): void {
  const hear = useEffectEvent(listener)
  useEffect(() => onLiveMessage((message) => hear(message)), [])
}

/** Calls `listener` after every connect, when state must be read again. */
export function useLiveOpen(listener: () => void): void {
  const hear = useEffectEvent(listener)
  useEffect(() => onLiveOpen(() => hear()), [])
}

/** Whether the channel is open. While it is not, a component that waits for a change has to poll. */
export const useIsLiveOpen = (): boolean => useSyncExternalStore(onLiveState, isLiveOpen)
