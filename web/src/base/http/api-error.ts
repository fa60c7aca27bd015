import type { Envelope, FieldError } from '#contract/envelope.ts'

interface Failure {
  code: string
  status: number
  retryAfter?: number | undefined
  details?: FieldError[] | undefined
  data?: unknown
}

/** A failed call. `message` is for people, `code` for programs. Status 0: there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  /** Whole seconds to wait after a rate limit. */
  declare readonly retryAfter?: number
  /** The fields that the server refused. */
  declare readonly details?: FieldError[]
  /** Facts that the caller can act on, such as a challenge. */
  declare readonly data?: unknown

  constructor(message: string, { code, status, retryAfter, details, data }: Failure) {
    super(message)
    this.code = code
    this.status = status
    if (retryAfter !== undefined) this.retryAfter = retryAfter
    if (details !== undefined) this.details = details
    if (data != null) this.data = data
  }
}

/** Codes of failures that the browser found itself. */
export const clientCode = { network: 'NETWORK', unreadable: 'INVALID_RESPONSE', session: 'SESSION_LOST' } as const

export const networkText = 'Нет связи с сервером. Проверьте интернет и попробуйте ещё раз'

/** The request got no response. */
export function networkFailure(cause: unknown): ApiError {
  const text = cause instanceof Error && cause.message ? cause.message : 'Network error'
  return new ApiError(text, { code: clientCode.network, status: 0 })
}

/** The session of the caller has ended. */
export const sessionLost = (reason = 'Authentication failed'): ApiError =>
  new ApiError(reason, { code: clientCode.session, status: 401 })

/** The server has no such thing, or has it no more. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** The response is not an envelope of our API. */
export const unreadable = (status: number): ApiError =>
  new ApiError('Invalid response format', { code: clientCode.unreadable, status })

/** The error of a refused call. Its message: the refused fields, else `error`, else `message`, else the bare status. */
export function refusal(response: Response, envelope: Envelope): ApiError {
  const details = response.status === 400 ? detailsOf(envelope.data) : undefined
  const listed = details?.map(({ path, msg }) => `${path}: ${msg}`).join(', ')
  return new ApiError(listed || envelope.error || envelope.message || `HTTP ${response.status}`, {
    code: envelope.code ?? `HTTP_${response.status}`,
    status: response.status,
    retryAfter: envelope.retryAfter ?? retryAfterOf(response),
    details,
    data: envelope.data
  })
}

function detailsOf(data: unknown): FieldError[] | undefined {
  if (typeof data !== 'object' || data === null || !('details' in data) || !Array.isArray(data.details))
    return undefined
  return data.details.filter(isFieldError)
}

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'msg' in value &&
  typeof value.msg === 'string'

function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
