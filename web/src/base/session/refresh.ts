// Exchanges the refresh token for a new pair: one exchange at a time in this tab and across tabs. A refused exchange
// ends the session; an exchange that got no answer does not, because a lost connection must not sign the user out.
import { ApiError, clientCode, sessionLost } from '../http/api-error.ts'
import { onNewPage, pageEvent } from '../storage/page-store.ts'
import { tokenStorage, type TokenStorage } from './token-storage.ts'
import { dataOf, send } from '../http/transport.ts'

const lockTimeoutMs = 10_000
const answerTimeoutMs = 15_000

export interface Refresher {
  /**
   * A newer access token than `refused`.
   * Throws `ApiError`: code `SESSION_LOST` when the session ended (tokens are cleared, listeners were called).
   */
  refreshedAccessToken: (refused: string | null) => Promise<string>
  /** Calls `listener` when the session ended because its refresh was refused. Returns a function that stops it. */
  onSessionLost: (listener: () => void) => () => void
}

/** The exchanges of one tab. */
export function createRefresher(tokens: TokenStorage): Refresher {
  let running: Promise<string> | undefined
  const lost = pageEvent()
  onNewPage(() => {
    running = undefined
  })
  const lose = (reason: string): never => {
    tokens.clearTokens()
    lost.tell()
    throw sessionLost(reason)
  }
  return {
    refreshedAccessToken: (refused) => {
      running ??= acrossTabs(() => exchange(refused, tokens, lose)).finally(() => {
        running = undefined
      })
      return running
    },
    onSessionLost: lost.on
  }
}

export const refresher = createRefresher(tokenStorage)
export const { onSessionLost } = refresher

async function acrossTabs(work: () => Promise<string>): Promise<string> {
  if (!navigator.locks) return work()
  let entered = false
  try {
    return await navigator.locks.request('session-refresh', { signal: AbortSignal.timeout(lockTimeoutMs) }, () => {
      entered = true
      return work()
    })
  } catch (error) {
    // A tab that hangs while it holds the lock must not block the others; the server accepts a second exchange.
    if (!entered) return work()
    throw error
  }
}

async function exchange(
  refused: string | null,
  { storedTokens, storeTokens }: TokenStorage,
  lose: (reason: string) => never
): Promise<string> {
  const { accessToken, refreshToken } = storedTokens()
  if (accessToken && accessToken !== refused) return accessToken
  if (!refreshToken) return lose('No refresh token')
  const pair = await requestPair(refreshToken).catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
  const now = storedTokens()
  // The user signed out, or in again, during the exchange: the tokens that are stored now count.
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

/** Only a refusal by our server ends the session; the error of a proxy does not concern the token. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== clientCode.unreadable && [400, 401].includes(error.status)
