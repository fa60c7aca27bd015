// One call to a provider, and what its HTTP errors mean. Never repeats a call, because only the caller knows whether a
// repetition costs money.
import { readText } from './body.ts'
import type { Deadline } from './deadline.ts'
import { ProviderFailure } from './failure.ts'
import type { FailureKind } from './failure.ts'
import { errorCodeOf, isUnpaidCode, safeCode, wordingOf } from './error-code.ts'
import type { Wording } from './error-code.ts'
import { parsedJson, textAt } from './fields.ts'

/** The part of `fetch` that the adapters use; tests replace it by the sandbox. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

export interface UpstreamCall {
  /** The id of the supplier of answers, or the name of any other provider. */
  provider: string
  method?: 'POST' | 'GET' | 'DELETE'
  url: string
  headers: Record<string, string>
  /** Sent as JSON, or as multipart if it is a form; without it nothing is sent. */
  body?: unknown
  /** Statuses that have another meaning with this provider than with the others. */
  kindsByStatus?: Readonly<Record<number, FailureKind>>
  /** Reads the error code, for providers that do not put it into `error`. Must not return error messages. */
  codeOf?: (body: unknown) => string | null
  /** Sentences of this provider that stand for a missing or ambiguous code. */
  wordings?: readonly Wording[]
  /** Seconds to wait as the body of an error says it, for providers that send no header. */
  waitSecondsOf?: (body: unknown) => number | null
}

// Error bodies have a few hundred bytes; a proxy's HTML page need not be read completely.
const errorBytesMax = 16_384
const retryAfterSecondsMax = 86_400

// `fetch` is called directly: stored and called as a method, it would have the wrong `this` in workerd.
const sendOverNetwork: Send = (url, init) => fetch(url, init)

/**
 * Sends the call. Redirects are not followed, because they would send the key to another host.
 * @throws ProviderFailure of kind `network`, or the deadline's reason
 */
export async function perform(call: UpstreamCall, deadline: Deadline, send: Send = sendOverNetwork): Promise<Response> {
  deadline.signal.throwIfAborted()
  const { method = 'POST' } = call
  const answer = (async () =>
    send(call.url, { method, ...contentOf(call), redirect: 'manual', signal: deadline.signal }))()
  try {
    return await deadline.race(answer)
  } catch (error) {
    answer.then(
      (late) => late.body?.cancel(),
      () => undefined
    )
    deadline.signal.throwIfAborted()
    const code = safeCode(textAt(error, 'cause', 'code'))
    throw new ProviderFailure(call.provider, { kind: 'network', retryable: true, code })
  }
}

/** For a form, `fetch` sets the content type with the boundary, so none is given here. */
function contentOf({ headers, body }: UpstreamCall): RequestInit {
  if (body === undefined) return { headers }
  if (body instanceof FormData) return { headers, body }
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** OpenAI and xAI send `x-request-id`, Anthropic `request-id`. */
export const requestIdOf = ({ headers }: Response) => headers.get('x-request-id') ?? headers.get('request-id')

/** Reads a response that is not 2xx. @throws the deadline's reason */
export async function failureOf(call: UpstreamCall, response: Response, deadline: Deadline): Promise<ProviderFailure> {
  const body = parsedJson((await readText(response, errorBytesMax, deadline)) ?? '')
  const { status, headers } = response
  const verdict = classifyError(status, body, call)
  const hint = headers.get('x-should-retry')
  if (verdict.retryable && hint === 'false') verdict.retryable = false
  return new ProviderFailure(call.provider, {
    ...verdict,
    status,
    retryAfterSeconds: retryAfterOf(headers, Date.now()) ?? wholeSeconds(call.waitSecondsOf?.(body) ?? Number.NaN),
    requestId: requestIdOf(response) ?? textAt(body, 'request_id')
  })
}

/**
 * Classifies an error by its status and code; of its message only the sentences in `wordings` are recognised.
 * @param body `{ error: { type, code, details } }`, or xAI's `{ code, error: "text" }` and `{ error: "text" }`
 */
export function classifyError(
  status: number,
  body: unknown,
  {
    kindsByStatus = {},
    codeOf = errorCodeOf,
    wordings = []
  }: Pick<UpstreamCall, 'kindsByStatus' | 'codeOf' | 'wordings'> = {}
) {
  const code = safeCode(codeOf(body))
  const wording = wordingOf(body, wordings)
  const isUnpaid = code !== null && isUnpaidCode(code) && wording?.kind !== 'busy'
  if (isUnpaid) return { kind: 'unpaid' as const, retryable: false, code }
  if (wording) return { kind: wording.kind, retryable: wording.kind === 'busy', code: wording.code }
  const kind = code === 'model_not_found' ? 'model-gone' : (kindsByStatus[status] ?? kindOf(status))
  return { kind, retryable: [408, 409, 429].includes(status) || status >= 500, code }
}

// Failures that may happen after the provider has accepted the work, which then continues without our knowledge.
const silentKinds: readonly FailureKind[] = ['timeout', 'network', 'cut', 'malformed', 'too-large', 'server']

/** Cloudflare's own statuses for a server that it could not reach: refused, no route, no TLS, a wrong certificate, no such name. */
const unreachedStatuses = [521, 523, 525, 526, 530]
/** The same by Node: nothing was sent. */
const unreachedCodes = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT'
]

const isUnreached = ({ kind, status, code }: ProviderFailure): boolean =>
  kind === 'network' && (status === null ? code !== null && unreachedCodes.includes(code) : true)

/**
 * Whether a failed call may have begun work. A refusal has begun nothing: any 4xx, including 429 and «busy»; nor has a call that
 * reached no server.
 */
export const isAcceptanceUnknown = (failure: ProviderFailure): boolean =>
  silentKinds.includes(failure.kind) && (failure.status === null || failure.status >= 500) && !isUnreached(failure)

function kindOf(status: number): FailureKind {
  if (status === 402) return 'unpaid'
  if ([401, 403].includes(status)) return 'unauthorized'
  if (status === 404) return 'model-gone'
  if (status === 408 || status === 504) return 'timeout'
  if ([409, 429, 503, 529].includes(status)) return 'busy'
  if (unreachedStatuses.includes(status)) return 'network'
  return status >= 400 && status < 500 ? 'rejected' : 'server'
}

/** `retry-after-ms` is more precise; `retry-after` is in seconds or, by RFC 9110, a date. */
function retryAfterOf(headers: Headers, now: number): number | null {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && Number(exact) >= 0) return wholeSeconds(Number(exact) / 1000)
  const text = headers.get('retry-after')
  if (text === null) return null
  const seconds = Number(text)
  return wholeSeconds(Number.isNaN(seconds) ? (Date.parse(text) - now) / 1000 : seconds)
}

const wholeSeconds = (seconds: number) =>
  Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), retryAfterSecondsMax)
