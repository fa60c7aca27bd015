// The interface between the streaming loop, which handles connections, and the adapters, which parse events.
import type { FailureDetails } from '../http/failure.ts'
import { textAt } from '../http/fields.ts'
import type { ChatEnd, ChatEvent, ChatPiece } from './provider.ts'

/** The model has worked, but nothing of it is shown: thinking that the user did not ask for. */
export const unseenWork = { type: 'unseen-work' } as const

/** An event that only keeps the connection open. */
export const keepAlive = { type: 'keep-alive' } as const

/** What an event means: text, something else, several things, or null for an event that means nothing but that the stream goes on. */
export type Reading = string | ChatEvent | readonly ChatPiece[] | typeof unseenWork | typeof keepAlive | null

/** Turns the events of one provider into those of an answer. Created for every answer. */
export interface EventReader {
  /**
   * @param event its name in the stream, if it has one
   * @throws StreamError for an event that reports a failure or is malformed
   */
  read(event: string | undefined, data: string): Reading
  /** For providers whose answers have no last event: what has come so far, as the end of the answer; null while it is not complete. */
  ending?: () => ChatEnd | null
  /** What the reader has held back, asked for when the answer has ended. */
  rest?: () => readonly ChatPiece[]
}

/** A failure found by an event reader. The loop first passes on the text before it, then throws a ProviderFailure. */
export class StreamError extends Error {
  override name = 'StreamError'
  readonly details: FailureDetails

  constructor(details: FailureDetails) {
    super(details.kind)
    this.details = details
  }
}

export const malformedEvent = () => new StreamError({ kind: 'malformed', retryable: false })

/** @throws StreamError of kind `malformed` */
export function eventJson(data: string): unknown {
  // As it is: a character may come in two halves, in two events.
  try {
    return JSON.parse(data)
  } catch {
    throw malformedEvent()
  }
}

/** The name of an event, from the stream or from its JSON. @throws StreamError of kind `malformed` */
export const eventNameOf = (event: string | undefined, data: string): string =>
  event ?? textAt(eventJson(data), 'type') ?? ''
