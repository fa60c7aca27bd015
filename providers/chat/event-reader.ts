// The border between the streaming loop, which knows connections, and the adapters, which know their events.
import type { FailureDetails } from '../http/failure.ts'
import { parsedJson } from '../http/fields.ts'
import type { ChatEnd } from './provider.ts'

/** Turns one upstream's events into text and an end. Made anew for every answer. */
export interface EventReader {
  /**
   * @param name of the event, from the stream or from its JSON
   * @returns the text that the event adds, the end of the answer, or null for an event that says neither
   * @throws StreamError for an event that reports a failure or makes no sense
   */
  read(name: string, data: string): string | ChatEnd | null
}

/** What an event reader found wrong; the loop turns it into a ProviderFailure when the text before it is out. */
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
  const json = parsedJson(data)
  if (json === undefined) throw malformedEvent()
  return json
}
