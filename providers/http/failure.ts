// The only error that leaves `providers/`. It holds codes and numbers only: providers' messages may quote a prompt or a
// part of a key, so they are never copied.

export type FailureKind =
  /** The provider is overloaded, or our limit is reached. */
  | 'busy'
  /** The provider does not accept this request. */
  | 'rejected'
  /** Our account may not call: key or permission. A user cannot change that. */
  | 'unauthorized'
  /** Our account has no money or has reached a spending limit: every call fails until an operator pays. */
  | 'unpaid'
  /** The model id is not served (any more). */
  | 'model-gone'
  /** Too slow, by our timeout or the provider's. */
  | 'timeout'
  /** No HTTP response. */
  | 'network'
  /** The response ended too early. */
  | 'cut'
  /** Not in the documented format. */
  | 'malformed'
  /** A result that is longer than the adapter may hold: the work was done, and asking again gives the same. */
  | 'too-large'
  /** A server error of the provider. */
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
  /** The id of the supplier of answers, or the name of any other provider. */
  readonly provider: string
  readonly kind: FailureKind
  /** Status of an HTTP error; null when no response came, or the failure came inside a stream that began with 200. */
  readonly status: number | null
  /** The same request may succeed later. The caller must consider whether the user has already seen text. */
  readonly retryable: boolean
  /** The provider's `Retry-After`, in whole seconds. */
  readonly retryAfterSeconds: number | null
  /** The provider's id of the call, for its support. */
  readonly requestId: string | null
  /** The provider's error code or type, like `rate_limit_exceeded`. */
  readonly code: string | null

  constructor(provider: string, details: FailureDetails) {
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
