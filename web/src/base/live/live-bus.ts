// The listeners of the live channel. Separate from the socket, so that the first load contains neither the socket nor the
// schemas.
import type { LiveMessage } from '#contract/live.ts'
import { pageEvent, pageStore } from '../storage/page-store.ts'

const messages = pageEvent<LiveMessage>()
const isOpen = pageStore(() => false)

export const onLiveMessage = messages.on

/** Called after every connect, also the first: messages may have been missed, so state must be read again. */
export const onLiveOpen = (listener: () => void): (() => void) =>
  isOpen.subscribe((open) => {
    if (open) listener()
  })

export const onLiveState = isOpen.subscribe
export const isLiveOpen = isOpen.getState

export const announceMessage = messages.tell

export const announceState = (open: boolean): void => isOpen.setState(open, true)
