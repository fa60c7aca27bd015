// Calls of the media adapters: one response, read completely up to a limit, with its own timeout. Never repeats a call.
import { readBytes } from './body.ts'
import { Deadline } from './deadline.ts'
import { ProviderFailure } from './failure.ts'
import type { FailureDetails } from './failure.ts'
import { parsedJson } from './fields.ts'
import { failureOf, perform, requestIdOf } from './http.ts'
import type { Send, UpstreamCall } from './http.ts'
import { JsonFiles } from './json-files.ts'

export interface MediaOptions {
  send?: Send
  /** Replaces the timeout of every call, for tests. */
  timeoutMs?: number
}

export interface MediaCall extends UpstreamCall {
  /** Timeout of the whole call, including the body. */
  timeoutMs: number
  /** Default: enough for JSON about a job, but not for JSON with a file. */
  bytesMax?: number
  /** What a longer response means. Default: that it is not the documented one. */
  tooLong?: 'too-large'
}

/** Timeout of calls that only check or cancel a job. */
export const quickTimeoutMs = 20_000

const jsonBytesMax = 1024 * 1024
/** An image of 1536 × 1024 is at most 7 MB in base64, and a video inside a response is short. */
const jsonFileBytesMax = 16 * 1024 * 1024

export interface MediaAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

/** A response of status 2xx whose body is still to be read. */
export interface OpenCall {
  response: Response
  /** Runs on while the body is read; the reader stops it. */
  deadline: Deadline
  failed: (details: FailureDetails) => ProviderFailure
}

/**
 * Performs the call.
 * @throws ProviderFailure for every status other than 2xx, and for a response that is missing or too slow
 * @throws the signal's own reason when the caller aborts
 */
export async function openCall(call: MediaCall, signal: AbortSignal, options: MediaOptions): Promise<OpenCall> {
  let requestId: string | null = null
  const failed = (details: FailureDetails) => new ProviderFailure(call.provider, { requestId, ...details })
  const timeoutMs = options.timeoutMs ?? call.timeoutMs
  const deadline = new Deadline({ totalMs: timeoutMs }, signal, (stage) =>
    failed({ kind: 'timeout', retryable: true, code: stage })
  )
  try {
    const response = await perform(call, deadline, options.send)
    requestId = requestIdOf(response)
    if (!response.ok) throw await failureOf(call, response, deadline)
    return { response, deadline, failed }
  } catch (error) {
    deadline.stop()
    throw error
  }
}

/**
 * Performs the call and reads its response.
 * @throws ProviderFailure for every status other than 2xx, and for a response that is missing, cut off, too long or too
 * slow
 * @throws the signal's own reason when the caller aborts
 */
export async function callForBytes(call: MediaCall, signal: AbortSignal, options: MediaOptions): Promise<MediaAnswer> {
  const { response, deadline, failed } = await openCall(call, signal, options)
  try {
    const bytes = await readBytes(response, call.bytesMax ?? jsonBytesMax, deadline)
    if (bytes === 'cut') throw failed({ kind: 'cut', retryable: true })
    if (bytes === 'too-long') throw failed({ kind: call.tooLong ?? 'malformed', retryable: false, code: bytes })
    return { status: response.status, headers: response.headers, bytes }
  } finally {
    deadline.stop()
  }
}

/**
 * The same for a JSON response.
 * @throws ProviderFailure of kind `malformed` for anything else, in addition to what `callForBytes` throws
 */
export async function callForJson(call: MediaCall, signal: AbortSignal, options: MediaOptions): Promise<unknown> {
  const { headers, bytes } = await callForBytes(call, signal, options)
  const body = parsedJson(new TextDecoder().decode(bytes))
  if (body === undefined) throw malformed(call, headers.get('x-request-id'))
  return body
}

/**
 * The same for a JSON response that may carry a file as base64, which the parsed JSON has a mark for.
 * @throws ProviderFailure as `callForJson` does, of kind `too-large` when the file is
 */
export async function callForJsonFiles(
  call: MediaCall,
  signal: AbortSignal,
  options: MediaOptions
): Promise<{ body: unknown; files: JsonFiles }> {
  const { headers, bytes } = await callForBytes(
    { ...call, bytesMax: jsonFileBytesMax, tooLong: 'too-large' },
    signal,
    options
  )
  const files = new JsonFiles()
  const json = files.takeOutOf(bytes, jsonBytesMax)
  const body = json === null ? undefined : parsedJson(json)
  if (body === undefined) throw malformed(call, headers.get('x-request-id'))
  return { body, files }
}

/** The failure for a response that lacks documented fields. */
export const malformed = ({ provider }: UpstreamCall, requestId: string | null = null): ProviderFailure =>
  new ProviderFailure(provider, { kind: 'malformed', retryable: false, requestId })
