// Who hears what arrives over the live channel. Apart from the socket, so that the first load carries these few lines
// and neither the socket nor the schemas.
import type { LiveMessage } from '#contract/live.ts'
import { pageEvent, pageStore } from '../storage/page-store.ts'

const messages = pageEvent<LiveMessage>()
const isOpen = pageStore(() => false)

export const onLiveMessage = messages.on

/** Called after every connect, the first one included: whatever was missed meanwhile must be read again. */
export const onLiveOpen = (listener: () => void): (() => void) =>
  isOpen.subscribe((open) => {
    if (open) listener()
  })

export const onLiveState = isOpen.subscribe
export const isLiveOpen = isOpen.getState

export const announceMessage = messages.tell

export const announceState = (open: boolean): void => isOpen.setState(open, true)
