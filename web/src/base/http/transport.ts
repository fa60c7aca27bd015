import type { Envelope } from '#contract/envelope.ts'
import { ApiError, networkFailure, refusal, unreadable } from './api-error.ts'

/** The API is on the page's own origin. */
export const apiBase = '/api'

/** `crypto.randomUUID` is missing on insecure origins, such as a page opened by an address in the local network. */
export const newRequestId = (): string =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('')

/** One HTTP request below `/api`. Throws `ApiError` without a response; rethrows an abort unchanged. */
export async function send(path: string, init: RequestInit, accessToken: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('x-request-id', newRequestId())
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  try {
    return await fetch(apiBase + path, { ...init, headers })
  } catch (error) {
    if (init.signal?.aborted && !isTimeout(init.signal.reason)) throw error
    throw networkFailure(error)
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'
const isAbort = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'AbortError'

/** The `data` of a response. Throws `ApiError` for a refusal and for a body that is no envelope. */
export async function dataOf(response: Response): Promise<unknown> {
  const envelope = await readEnvelope(response)
  if (!response.ok || !envelope.success) throw refusal(response, envelope)
  return envelope.data ?? {}
}

/** The error in a response that is not `ok`. */
export async function failureOf(response: Response): Promise<Error> {
  try {
    return refusal(response, await readEnvelope(response))
  } catch (error) {
    return error instanceof Error ? error : unreadable(response.status)
  }
}

async function readEnvelope(response: Response): Promise<Envelope> {
  const text = await response.text().catch((error: unknown) => {
    throw isAbort(error) || error instanceof ApiError ? error : networkFailure(error)
  })
  const body = parsed(text)
  if (!isEnvelope(body)) throw unreadable(response.status)
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Checked by hand: a schema would add the schema library to the first load of every page.
function isEnvelope(body: unknown): body is Envelope {
  if (typeof body !== 'object' || body === null || !('success' in body) || typeof body.success !== 'boolean')
    return false
  const { error, message, code, retryAfter } = body as Record<string, unknown>
  return [error, message, code].every(isTextOrNothing) && (retryAfter == null || typeof retryAfter === 'number')
}

const isTextOrNothing = (value: unknown): boolean => value == null || typeof value === 'string'
