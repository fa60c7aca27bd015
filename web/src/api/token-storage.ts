// The two tokens of the session, under fixed keys of local storage. Storage may be blocked, full, or emptied at any
// moment: then they live in memory, for this tab only.
import type { TokenPair } from '#contract/account.ts'

const accessKey = 'accessToken'
const refreshKey = 'refreshToken'

export interface StoredTokens {
  accessToken: string | null
  refreshToken: string | null
}

let memory: TokenPair | null = null

export function storedTokens(): StoredTokens {
  if (memory) return memory
  try {
    return { accessToken: localStorage.getItem(accessKey), refreshToken: localStorage.getItem(refreshKey) }
  } catch {
    return { accessToken: null, refreshToken: null }
  }
}

export function storeTokens({ accessToken, refreshToken }: TokenPair): void {
  try {
    localStorage.setItem(accessKey, accessToken)
    localStorage.setItem(refreshKey, refreshToken)
    memory = null
  } catch {
    // Half a pair of two sessions would be worse than none.
    removeStored()
    memory = { accessToken, refreshToken }
  }
}

export function clearTokens(): void {
  memory = null
  removeStored()
}

function removeStored(): void {
  try {
    localStorage.removeItem(accessKey)
    localStorage.removeItem(refreshKey)
  } catch {
    // Blocked storage holds nothing to remove.
  }
}

/** Calls back when another tab stored or removed the access token. Returns the way to stop. */
export function onTokensChangedElsewhere(changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    // `localStorage.clear()` reports no key.
    if (event.key === accessKey || event.key === null) changed()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
