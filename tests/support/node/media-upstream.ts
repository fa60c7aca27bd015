// Shared by the tests of media adapters: requests, fake upstreams that give one answer, and the sandbox as a `send`.
import type { MediaCheck, MediaEnd, MediaProvider, MediaRequest, MediaStart } from '#providers/media/media.ts'
import type { MediaProvider as MediaProviderName } from '#contract/catalogue/entry.ts'
import { mediaAccount, type MediaSettings } from '#providers/media/environment-connections.ts'
import type { Send } from '#providers/http/http.ts'
import type { Sandbox } from '#sandbox/app.ts'

const origin = 'http://sandbox.test'

export const mediaSettings: MediaSettings = {
  OPENAI_BASE_URL: `${origin}/openai/v1`,
  OPENAI_API_KEY: 'openai-key',
  BFL_BASE_URL: `${origin}/bfl/v1`,
  BFL_API_KEY: 'bfl-key',
  STABILITY_BASE_URL: `${origin}/stability/v2beta`,
  STABILITY_API_KEY: 'stability-key',
  MIDJOURNEY_BASE_URL: `${origin}/midjourney`,
  MIDJOURNEY_API_KEY: 'midjourney-key',
  ELEVENLABS_BASE_URL: `${origin}/elevenlabs`,
  ELEVENLABS_API_KEY: 'elevenlabs-key',
  LUMA_BASE_URL: `${origin}/luma/v1`,
  LUMA_API_KEY: 'luma-key',
  RUNWAY_BASE_URL: `${origin}/runway`,
  RUNWAY_API_KEY: 'runway-key',
  GOOGLE_BASE_URL: `${origin}/google/v1`,
  GOOGLE_API_KEY: 'google-key'
}

/** The account at a maker, in the sandbox. */
export const accountAt = (maker: MediaProviderName) => mediaAccount(mediaSettings, maker)

export const mediaRequestOf = (
  model: string,
  options: MediaRequest['options'],
  files: MediaRequest['files'] = {}
): MediaRequest => ({ model, options, files, userTag: 'user-tag' })

interface SentFile {
  name: string
  type: string
  bytes: Uint8Array
}

export interface SentMedia {
  url: string
  method: string
  headers: Record<string, string>
  redirect: string
  /** Parsed JSON, or the fields of a form with files as `SentFile`; undefined when no body was sent. */
  body: unknown
}

/** A `send` that gives every call the same answer; `sent` records the requests. */
export function replying(answer: () => Response | Promise<Response>): { send: Send; sent: SentMedia[] } {
  const sent: SentMedia[] = []
  const send: Send = async (url, { body, headers, method = 'GET', redirect = 'follow' }) => {
    sent.push({ url, method, headers: Object.fromEntries(new Headers(headers)), redirect, body: await readBody(body) })
    return answer()
  }
  return { send, sent }
}

async function readBody(body: RequestInit['body']): Promise<unknown> {
  if (body === undefined || body === null) return undefined
  if (!(body instanceof FormData)) return JSON.parse(String(body))
  const fields: Record<string, string | SentFile> = {}
  for (const [name, value] of body)
    fields[name] =
      typeof value === 'string' ? value : { name: value.name, type: value.type, bytes: await value.bytes() }
  return fields
}

/** The value of a call, or the error that it threw. */
export async function settled<Value>(work: Promise<Value>): Promise<Value | { error: unknown }> {
  try {
    return await work
  } catch (error) {
    return { error }
  }
}

// Keeps requests referenced: a request without a reference is garbage-collected together with its signal, and the
// sandbox would never see an abort.
const held = new Set<Request>()

/** Calls the sandbox without a server. A connection that it cuts throws the same error as `fetch`. */
export const sendToSandbox =
  (sandbox: Sandbox): Send =>
  async (url, init) => {
    const request = new Request(url, init)
    held.add(request)
    try {
      const response = await sandbox.fetch(request)
      if (response.type === 'error') throw new TypeError('fetch failed')
      return response
    } finally {
      held.delete(request)
    }
  }

/**
 * Submits a job and checks it until it ends, as the queue does: a check that failed is repeated.
 * @param wait lets time pass between checks
 */
export async function carried(
  provider: MediaProvider,
  request: MediaRequest,
  wait: (milliseconds: number) => Promise<void>
): Promise<{ started: MediaStart; end: MediaEnd | null; progress: (number | null)[]; failedChecks: number }> {
  const started = await provider.start(request, neverAborted)
  const progress: (number | null)[] = []
  if (started.state !== 'accepted') return { started, end: started, progress, failedChecks: 0 }
  let failedChecks = 0
  for (let check = 1; check <= checksMax; check++) {
    await wait((provider.secondsBeforeCheck?.(check) ?? 1) * 1000)
    const told = await settled<MediaCheck>(checked(provider, started.ticket))
    if ('error' in told) failedChecks += 1
    else if (told.state !== 'running') return { started, end: told, progress, failedChecks }
    else progress.push(told.progress)
  }
  return { started, end: null, progress, failedChecks }
}

const checksMax = 50

function checked(provider: MediaProvider, ticket: string): Promise<MediaCheck> {
  if (!provider.check) throw new Error('accepted by a provider that cannot be asked')
  return provider.check(ticket, neverAborted)
}

export const neverAborted = new AbortController().signal
