// The interface of every adapter for images, video and voice. An adapter only handles one provider's wire format: it
// knows no prices, uses no storage, never waits and never repeats a call.
import type { FileBody } from '../http/file-answer.ts'

/** A file that goes to the provider. */
export interface MediaFile {
  bytes: Uint8Array<ArrayBuffer>
  /** Media type, detected from the bytes. */
  type: string
}

export interface MediaRequest {
  /** The provider's model or operation. */
  model: string
  /** Options translated by the catalogue's route, including `prompt` and `promptSuffix`. */
  options: Readonly<Record<string, string | number>>
  /** Files by parameter name, such as `image`, `mask`, `video`, `startFrame` or `reference1`. */
  files: Readonly<Record<string, MediaFile>>
  /** An opaque hash of the user, at most 64 characters, by which providers recognise abusers. */
  userTag: string
}

/** When each character of a text is spoken, in seconds; all three lists have the same length. */
export interface SpeechTiming {
  characters: readonly string[]
  startSeconds: readonly number[]
  endSeconds: readonly number[]
}

/**
 * One result: the file that came in the response, or a link with the headers to fetch it (never shown to a user). `sheet`: one
 * file with four pictures in two rows of two, which become four results.
 */
export type MediaOutput =
  | (FileBody & { timing?: SpeechTiming | null })
  | { kind: 'link'; url: string; headers?: Readonly<Record<string, string>>; sheet?: true }

/**
 * moderated: by the provider's safety rules, before or after the work. rejected: the input is not accepted. gone: the
 * job is unknown (by now) or has no result. source-gone: the provider no longer has the work that this job continues.
 * unpaid: our account has no money. too-large: the result is longer than may be held. failed: the provider's own failure.
 */
export type MediaFailureReason = 'moderated' | 'rejected' | 'gone' | 'source-gone' | 'unpaid' | 'too-large' | 'failed'

export type MediaEnd =
  | { state: 'finished'; outputs: readonly MediaOutput[] }
  /** `code`: the provider's machine code, safe to log; null when it has none. */
  | { state: 'failed'; reason: MediaFailureReason; code: string | null }

/** `ticket`: the reference for `check` and `cancel`, opaque to the caller, at most 2 KB. */
export type MediaStart = { state: 'accepted'; ticket: string } | MediaEnd

/** `progress`: 0 to 1; null when the provider does not report it. */
export type MediaCheck = { state: 'running'; progress: number | null } | MediaEnd

export interface MediaProvider {
  /** How long `start` may take, in milliseconds: minutes for providers that return the result in the response. */
  startTimeoutMs: number
  /**
   * Starts one job. The caller has reserved the tokens and stored that it calls.
   * @throws ProviderFailure; `isAcceptanceUnknown` tells whether the work may have begun nevertheless
   */
  start(request: MediaRequest, signal: AbortSignal): Promise<MediaStart>
  /** Absent when `start` always ends the job. @throws ProviderFailure, which says nothing about the job's state */
  check?(ticket: string, signal: AbortSignal): Promise<MediaCheck>
  /** Whole seconds before the given check (from 1), within the provider's rate limits. */
  secondsBeforeCheck?(check: number): number
  /** Returns false when it is too late or not possible. @throws ProviderFailure */
  cancel?(ticket: string, signal: AbortSignal): Promise<boolean>
}
