// The one error that leaves `providers/`. It holds codes and numbers only: upstream messages may quote a prompt or a
// part of a key, so they are never copied.

export type ProviderName =
  | 'openai'
  | 'anthropic'
  | 'xai'
  | 'bfl'
  | 'stability'
  | 'midjourney'
  | 'elevenlabs'
  | 'luma'
  | 'runway'
  | 'google'
  | 'yookassa'
  | 'unisender'
  | 'cloudflare-email'

export type FailureKind =
  /** Over its limits or overloaded. */
  | 'busy'
  /** It will not take this request as it is. */
  | 'rejected'
  /** Our account may not call: key, permission or money. Nothing a user can do. */
  | 'unauthorized'
  /** The model id is not served (any more). */
  | 'model-gone'
  /** Too slow, by our clock or by its own. */
  | 'timeout'
  /** No HTTP answer at all. */
  | 'network'
  /** The answer stopped before its end. */
  | 'cut'
  /** Something else than the documented format. */
  | 'malformed'
  /** Its own fault. */
  | 'server'

export interface FailureDetails {
  kind: FailureKind
  retryable: boolean
  status?: number | null
  retryAfterSeconds?: number | null
  requestId?: string | null
  code?: string | null
}

export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly provider: ProviderName
  readonly kind: FailureKind
  /** Of an HTTP error; null when no answer came, or when the failure came inside a stream that began with 200. */
  readonly status: number | null
  /** The same request may succeed a little later. Whether text was already shown is for the caller to weigh. */
  readonly retryable: boolean
  /** What the upstream asked for, in whole seconds. */
  readonly retryAfterSeconds: number | null
  /** The upstream's own id of the call, for its support. */
  readonly requestId: string | null
  /** The upstream's machine code or type, like `rate_limit_exceeded`. */
  readonly code: string | null

  constructor(provider: ProviderName, details: FailureDetails) {
    const { kind, retryable, status = null, retryAfterSeconds = null, requestId = null, code = null } = details
    super([provider, kind, status, code].filter((part) => part !== null).join(' '))
    this.provider = provider
    this.kind = kind
    this.status = status
    this.retryable = retryable
    this.retryAfterSeconds = retryAfterSeconds
    this.requestId = requestId
    this.code = code
  }
}
