// What every adapter of images, video and voice is to the rest of the product. An adapter speaks one upstream's wire
// format and nothing else: it knows no prices, touches no storage, never waits and never repeats a call.

/** A file that goes to the provider. */
export interface MediaFile {
  bytes: Uint8Array<ArrayBuffer>
  /** Media type, told by the bytes. */
  type: string
}

export interface MediaRequest {
  /** The provider's model or operation. */
  model: string
  /** In the provider's words, as the catalogue's route translates them; `prompt` and `promptSuffix` among them. */
  options: Readonly<Record<string, string | number>>
  /** By parameter: `image`, `mask`, `styleImage`, `video`. */
  files: Readonly<Record<string, MediaFile>>
  /** An opaque hash of the user, at most 64 characters: the upstreams tell abusers apart by it. */
  userTag: string
}

/** One result: bytes in hand, or where to fetch them and with which headers (never shown to anybody). */
export type MediaOutput =
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'link'; url: string; headers?: Readonly<Record<string, string>> }

/**
 * moderated: by the provider's safety rules, before or after the work. rejected: it will not take this input. gone: it
 * does not know the job any more, or has no result to give. failed: its own fault.
 */
export type MediaFailureReason = 'moderated' | 'rejected' | 'gone' | 'failed'

export type MediaEnd =
  | { state: 'finished'; outputs: readonly MediaOutput[] }
  /** `code`: the provider's machine code, safe to log; null when it has none. */
  | { state: 'failed'; reason: MediaFailureReason; code: string | null }

/** `ticket`: what `check` and `cancel` need, opaque to the caller, at most 2 KB. */
export type MediaStart = { state: 'accepted'; ticket: string } | MediaEnd

/** `progress`: 0 to 1, null where the provider does not tell. */
export type MediaCheck = { state: 'running'; progress: number | null } | MediaEnd

export interface MediaProvider {
  /** How long `start` may take, in milliseconds: providers that answer with the result itself take minutes. */
  startTimeoutMs: number
  /**
   * Asks for one generation; the caller has reserved the money and noted that it asks.
   * @throws ProviderFailure. `isAcceptanceUnknown` tells whether the work may have begun all the same
   */
  start(request: MediaRequest, signal: AbortSignal): Promise<MediaStart>
  /** Absent where `start` always ends the job. @throws ProviderFailure, which says nothing about the job */
  check?(ticket: string, signal: AbortSignal): Promise<MediaCheck>
  /** Whole seconds before the given check, from 1: as often as the provider allows, as soon as the user hopes. */
  secondsBeforeCheck?(check: number): number
  /** False: too late or not possible. @throws ProviderFailure */
  cancel?(ticket: string, signal: AbortSignal): Promise<boolean>
}
