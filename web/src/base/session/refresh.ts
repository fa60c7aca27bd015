// Exchanges the refresh token for a new pair: one exchange at a time in this tab and across tabs. A refused exchange
// ends the session; an exchange that got no answer does not, because a lost connection must not sign anybody out.
import { ApiError, clientCode } from '../http/api-error.ts'
import { clearTokens, storedTokens, storeTokens } from './token-storage.ts'
import { dataOf, send } from '../http/transport.ts'

const lockTimeoutMs = 10_000
const answerTimeoutMs = 15_000

let running: Promise<string> | undefined
const lostListeners = new Set<() => void>()

/** Calls back when the session ended because its refresh was refused. Returns the way to stop. */
export function onSessionLost(listener: () => void): () => void {
  lostListeners.add(listener)
  return () => lostListeners.delete(listener)
}

/**
 * A newer access token than `refused`.
 * Throws `ApiError`: code `SESSION_LOST` when the session ended (tokens are cleared, listeners were called).
 */
export function refreshedAccessToken(refused: string | null): Promise<string> {
  running ??= acrossTabs(() => exchange(refused)).finally(() => {
    running = undefined
  })
  return running
}

async function acrossTabs(work: () => Promise<string>): Promise<string> {
  if (!navigator.locks) return work()
  let entered = false
  try {
    return await navigator.locks.request('session-refresh', { signal: AbortSignal.timeout(lockTimeoutMs) }, () => {
      entered = true
      return work()
    })
  } catch (error) {
    // A tab that hangs with the lock must not take the others along; the server forgives a second exchange.
    if (!entered) return work()
    throw error
  }
}

async function exchange(refused: string | null): Promise<string> {
  const { accessToken, refreshToken } = storedTokens()
  if (accessToken && accessToken !== refused) return accessToken
  if (!refreshToken) return lose('No refresh token')
  const pair = await requestPair(refreshToken).catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
  const now = storedTokens()
  // Signed out, or signed in anew, while the answer was on its way: what is stored now counts.
  if (now.refreshToken !== refreshToken) return now.accessToken ?? lose('Authentication failed')
  if (!pair) return lose('Refresh failed')
  storeTokens(pair)
  return pair.accessToken
}

async function requestPair(refreshToken: string) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
    signal: AbortSignal.timeout(answerTimeoutMs)
  }
  const [data, { parseOutput }, { refresh }] = await Promise.all([
    send('/auth/refresh', init, null).then(dataOf),
    import('../http/parse-output.ts'),
    import('#contract/sign-in.ts')
  ]).catch((error: unknown) => {
    if (error instanceof ApiError && error.status > 0) throw error
    throw new ApiError('Refresh request failed', { code: clientCode.network, status: 0 })
  })
  return parseOutput(refresh, data).tokens
}

/** Only our server ends a session: what a proxy on the way says about the request says nothing about the token. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== clientCode.unreadable && [400, 401].includes(error.status)

function lose(reason: string): never {
  clearTokens()
  for (const listener of lostListeners) listener()
  throw new ApiError(reason, { code: clientCode.session, status: 401 })
}
