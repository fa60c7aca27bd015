// The listeners of the live channel. Separate from the socket, so that the first load contains neither the socket nor the
// schemas.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { pageEvent, pageStore } from '../storage/page-store.ts'

const messages = pageEvent<LiveMessage>()
const isOpen = pageStore(() => false)

const onLiveMessage = messages.on

/** Called after every connect, also the first: messages may have been missed, so state must be read again. */
const onLiveOpen = (listener: () => void): (() => void) =>
  isOpen.subscribe((open) => {
    if (open) listener()
  })

const onLiveState = isOpen.subscribe
const isLiveOpen = isOpen.getState

export const announceMessage = messages.tell

export const announceState = (open: boolean): void => isOpen.setState(open, true)

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
