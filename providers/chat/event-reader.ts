// The interface between the streaming loop, which handles connections, and the adapters, which parse events.
import type { FailureDetails } from '../http/failure.ts'
import type { ChatEvent } from './provider.ts'

/** Turns the events of one provider into those of an answer. Created for every answer. */
export interface EventReader {
  /**
   * @param name name of the event, from the stream or from its JSON
   * @returns the text that the event adds, what else it means, or null for events that mean nothing
   * @throws StreamError for an event that reports a failure or is malformed
   */
  read(name: string, data: string): string | ChatEvent | null
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
