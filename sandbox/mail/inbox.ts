import type { BaseState } from '../base/state.ts'

const KEPT_MESSAGES = 200

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** ISO 8601. */
  at: string
}

export interface StoredMessage extends MailMessage {
  id: string
  from: string
}

export interface Inbox {
  receive(message: Omit<StoredMessage, 'id'>): void
  /** Newest first; with an address, only the mails sent to it. */
  list(to?: string): StoredMessage[]
  clear(): void
}

export interface MailState extends BaseState {
  inbox: Inbox
}

/** Keeps the last two hundred mails of all recipients together. */
export function createInbox(): Inbox {
  let messages: StoredMessage[] = []
  return {
    receive(message) {
      messages = [...messages.slice(1 - KEPT_MESSAGES), { ...message, id: crypto.randomUUID() }]
    },
    list: (to) =>
      messages.filter((message) => to === undefined || message.to.toLowerCase() === to.toLowerCase()).toReversed(),
    clear: () => {
      messages = []
    }
  }
}
