// All calls from the browser to the API go through this file. It shows no texts: the callers decide what the user sees.
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { sessionLost, networkFailure } from '../http/api-error.ts'
import { dataOf, send } from '../http/transport.ts'
import { refresher, type Refresher } from './refresh.ts'
import { ownerOf, tokenStorage, type TokenStorage } from './token-storage.ts'

export { ApiError } from '../http/api-error.ts'
export { failureOf } from '../http/transport.ts'

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** For calls that carry files. */
  timeoutMs?: number
}

const usualTimeoutMs = 60_000

let reads = new AbortController()

/** Ends the running reads of this page's user, as if the server had refused them. Calls that change something go on. */
export function abortReads(): void {
  reads.abort(sessionLost())
  reads = new AbortController()
}

/**
 * Calls an endpoint of the contract and resolves to the `data` of its answer.
 * Throws `ApiError`; an abort by the caller's signal is thrown as it is.
 */
export async function call<Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  options: CallOptions = {}
): Promise<z.output<Output>> {
  const { path, body } = requestOf(endpoint, input)
  const signals = [AbortSignal.timeout(options.timeoutMs ?? usualTimeoutMs)]
  if (options.signal) signals.push(options.signal)
  if (endpoint.method === 'GET' && endpoint.access !== 'public') signals.push(reads.signal)
  const init: RequestInit = {
    method: endpoint.method,
    headers: { ...(body !== null && { 'content-type': 'application/json' }), ...options.headers },
    body,
    signal: AbortSignal.any(signals)
  }
  const answer = endpoint.access === 'public' ? send(path, init, null) : authorizedFetch(path, init)
  const [data, { parseOutput }] = await Promise.all([
    answer.then(dataOf),
    // Loaded while the request runs: the schema library is no part of the first load.
    import('../http/parse-output.ts').catch((error: unknown) => {
      throw networkFailure(error)
    })
  ])
  return parseOutput(endpoint, data)
}

type AuthorizedFetch = (path: string, init?: RequestInit) => Promise<Response>

/** Makes `authorizedFetch` for the tokens of one tab; tests have several tabs. @param sendOnce an upload tells its progress */
export const createAuthorizedFetch =
  (
    { storedTokens }: TokenStorage,
    { refreshedAccessToken }: Refresher,
    sendOnce: (path: string, init: RequestInit, accessToken: string | null) => Promise<Response> = send
  ): AuthorizedFetch =>
  async (path, init = {}) => {
    const { accessToken } = storedTokens()
    // Without a token the server would only refuse: the user has left, perhaps while this call was being prepared.
    if (accessToken !== null) {
      const response = await sendOnce(path, init, accessToken)
      if (response.status !== 401) return response
    }
    const newer = await refreshedAccessToken(accessToken)
    // Another tab may have signed in as another user; this request must not be sent as that user.
    if (accessToken !== null && ownerOf(newer) !== ownerOf(accessToken)) throw sessionLost()
    return sendOnce(path, init, newer)
  }

/**
 * A request below `/api` as the signed-in user, for streams. `path` is that of the contract: `/ai/text/claude`.
 * One refresh and one retry after a 401; throws `ApiError` when no answer comes or the session ended.
 * Other refusals are returned: `failureOf(response)` gives their error.
 */
export const authorizedFetch = createAuthorizedFetch(tokenStorage, refresher)

/** Path parameters leave the input; the rest is the query (GET, DELETE) or the body (POST, PUT). */
export function requestOf(endpoint: Endpoint, input: unknown): { path: string; body: string | null } {
  const rest = new Map(Object.entries(input ?? {}).filter(([, value]) => value !== undefined))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') {
    return { path, body: JSON.stringify(Object.fromEntries(rest)) }
  }
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString()
  return { path: query ? `${path}?${query}` : path, body: null }
}
