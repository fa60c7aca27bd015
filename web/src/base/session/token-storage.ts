// The two tokens of the session, under fixed keys of local storage. Storage may be blocked, full, or emptied at any
// moment: then they live in memory, for this tab only.
import type { TokenPair } from '#contract/sign-in.ts'
import { pageStore } from '../storage/page-store.ts'

const accessKey = 'accessToken'
const refreshKey = 'refreshToken'

interface StoredTokens {
  accessToken: string | null
  refreshToken: string | null
}

export interface TokenStorage {
  storedTokens: () => StoredTokens
  storeTokens: (pair: TokenPair) => void
  clearTokens: () => void
}

/** The tokens of one tab: tabs share the storage, and each has its own memory. */
export function createTokenStorage(): TokenStorage {
  const memory = pageStore<TokenPair | null>(() => null)
  return {
    storedTokens: () => memory.getState() ?? readStored(),
    storeTokens: ({ accessToken, refreshToken }) => {
      try {
        localStorage.setItem(accessKey, accessToken)
        localStorage.setItem(refreshKey, refreshToken)
        memory.setState(null, true)
      } catch {
        // Two tokens of different sessions must never be stored together.
        removeStored()
        memory.setState({ accessToken, refreshToken }, true)
      }
    },
    clearTokens: () => {
      memory.setState(null, true)
      removeStored()
    }
  }
}

/** Tokens that are stored no more, for a last call. */
export function heldTokens(first: StoredTokens): TokenStorage {
  let held = first
  return {
    storedTokens: () => held,
    storeTokens: (pair) => {
      held = pair
    },
    clearTokens: () => {
      held = { accessToken: null, refreshToken: null }
    }
  }
}

/** Of this tab. */
export const tokenStorage = createTokenStorage()
export const { storedTokens, storeTokens, clearTokens } = tokenStorage

function readStored(): StoredTokens {
  try {
    return { accessToken: localStorage.getItem(accessKey), refreshToken: localStorage.getItem(refreshKey) }
  } catch {
    return { accessToken: null, refreshToken: null }
  }
}

/**
 * The user id in an access token, or null. It is not verified: it only tells two users of one browser apart.
 */
export function ownerOf(accessToken: string | null): string | null {
  try {
    const payload = accessToken?.split('.')[1] ?? ''
    const { sub }: { sub?: unknown } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}

function removeStored(): void {
  try {
    localStorage.removeItem(accessKey)
    localStorage.removeItem(refreshKey)
  } catch {
    // Blocked storage holds nothing to remove.
  }
}

/**
 * Calls `changed` when another tab stored or removed the access token, and when the page is shown again: a page that was frozen,
 * asleep or kept for the back button gets no events. Returns a function that stops it.
 */
export function onTokensChangedElsewhere(changed: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener(
    'storage',
    ({ key }) => {
      // `localStorage.clear()` reports no key.
      if (key === accessKey || key === null) changed()
    },
    { signal }
  )
  window.addEventListener('pageshow', ({ persisted }) => persisted && changed(), { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && changed(), { signal })
  return () => listening.abort()
}
