// What the card of a work does where it lies in a chat: there it goes on in the chat.
import { createContext } from 'react'
import type { ChatPlace } from '#contract/chat-place.ts'

export interface InChat {
  /** Where works are added that a card itself orders. */
  place: ChatPlace
  /** Such a work is accepted. */
  onOrdered: () => void
  /** Begins a picture or a film out of a picture there; null: it cannot, and the tool's own page is opened. @param source as a form names the file */
  begin: ((kind: 'change' | 'video', source: string) => void) | null
}

/** Null: the card lies elsewhere. */
export const InChatContext = createContext<InChat | null>(null)
