// Who hears what arrives over the live channel. Apart from the socket, so that the first load carries these few lines
// and neither the socket nor the schemas.
import type { LiveMessage } from '#contract/live.ts'

type MessageListener = (message: LiveMessage) => void

const messageListeners = new Set<MessageListener>()
const openListeners = new Set<() => void>()
const stateListeners = new Set<() => void>()
let isOpen = false

export function onLiveMessage(listener: MessageListener): () => void {
  messageListeners.add(listener)
  return () => messageListeners.delete(listener)
}

/** Called after every connect, the first one included: whatever was missed meanwhile must be read again. */
export function onLiveOpen(listener: () => void): () => void {
  openListeners.add(listener)
  return () => openListeners.delete(listener)
}

export function onLiveState(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

export const isLiveOpen = (): boolean => isOpen

export function announceMessage(message: LiveMessage): void {
  for (const listener of messageListeners) listener(message)
}

export function announceState(open: boolean): void {
  const opens = open && !isOpen
  if (open !== isOpen) {
    isOpen = open
    for (const listener of stateListeners) listener()
  }
  if (opens) for (const listener of openListeners) listener()
}
