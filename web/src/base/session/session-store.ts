// Who is signed in, outside React, so that it starts with the page and calls can touch the balance.
import type { Profile } from '#contract/profile.ts'
import type { TokenPair } from '#contract/sign-in.ts'
import { ApiError, clientCode } from '../http/api-error.ts'
import { call } from './client.ts'
import { onSessionLost } from './refresh.ts'
import { retryingBlips } from '../http/retry.ts'
import { onNewPage, pageStore } from '../storage/page-store.ts'
import { clearTokens, onTokensChangedElsewhere, ownerOf, storedTokens, storeTokens } from './token-storage.ts'

export interface SessionUser extends Profile {
  /** Spendable site tokens. */
  tokens: number
}

export type SessionState =
  | { status: 'loading'; user: null }
  /** The user is missing while the profile cannot be read; `unread`: not for lack of trying, it is tried again. */
  | { status: 'signed-in'; user: SessionUser | null; unread?: true }
  | { status: 'signed-out'; user: null }

export interface Credentials {
  email: string
  password: string
  /** Of a password reset just done, for the sign-in that follows it. */
  pass?: string | undefined
}

const loading: SessionState = { status: 'loading', user: null }
const signedOut: SessionState = { status: 'signed-out', user: null }
const logoutTimeoutMs = 3000

const store = pageStore<SessionState>(() => (storedTokens().accessToken ? loading : signedOut))
/** Grows when somebody signs in or out: answers that were asked for before it count no more. */
let generation = 0
let signingOut = false

onNewPage(() => {
  generation += 1
  signingOut = false
})

const become = (next: SessionState): void => store.setState(next, true)

function forget(): void {
  generation += 1
  become(signedOut)
}

/** Ends the session in this browser; the server is not told. */
export function signOutHere(): void {
  clearTokens()
  forget()
}

export const sessionState = store.getState

/** Whom the build renders pages for. */
export const stateOfVisitor = (): SessionState => signedOut

export const onSessionChange = store.subscribe

/**
 * Finds out who the stored tokens belong to. The balance is asked first, and may fail. A refused profile is the end of
 * the session; one that could not be reached is not: a lost connection must not sign anybody out.
 */
export async function startSession(): Promise<void> {
  if (!storedTokens().accessToken) return become(signedOut)
  if (sessionState().status !== 'signed-in') become(loading)
  const started = generation
  try {
    const user = await retryingBlips(readUser)
    if (started === generation) become({ status: 'signed-in', user })
  } catch (error) {
    if (started !== generation) return
    if (isRefusal(error)) signOutHere()
    else if (!sessionState().user) become({ status: 'signed-in', user: null, unread: true })
  }
}

/** Said by our server about the caller, and not about the moment: a limit and a timeout say nothing about a session. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== clientCode.unreadable &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 429].includes(error.status)

async function readUser(): Promise<SessionUser> {
  const [{ readProfile }, { readTokens }] = await Promise.all([
    import('#contract/profile.ts'),
    import('#contract/wallet.ts')
  ])
  const account = await call(readTokens, {}).catch(() => null)
  const { user } = await call(readProfile, {})
  return { ...user, tokens: account?.tokens ?? 0 }
}

/**
 * Signs in. Throws `ApiError` when the credentials are refused; a failing profile call is no reason to refuse.
 * `restored`: signing in took back a wish to delete the account.
 */
export async function signIn(credentials: Credentials): Promise<{ restored: boolean }> {
  const { login } = await import('#contract/sign-in.ts')
  const { tokens, restored } = await call(login, credentials)
  await adoptTokens(tokens).catch(() => {
    become({ status: 'signed-in', user: null })
    void startSession()
  })
  return { restored }
}

/** Signs in with tokens that came another way. Throws when the profile cannot be read; the tokens stay stored. */
export async function adoptTokens(pair: TokenPair): Promise<void> {
  // Whoever was signed in before is not any more: nothing of theirs is asked for, or shown, with these tokens.
  if (sessionState().status === 'signed-in') forget()
  generation += 1
  storeTokens(pair)
  become({ status: 'signed-in', user: await readUser() })
}

/**
 * Signs out here in any case, and on the server when it can be reached within three seconds. Resolves to whether the
 * session is over there too; if not, it ends by itself when it has been idle for long enough.
 */
export async function signOut(): Promise<boolean> {
  signingOut = true
  try {
    const { logout } = await import('#contract/sign-in.ts')
    await call(logout, {}, { signal: AbortSignal.timeout(logoutTimeoutMs) })
    return true
  } catch (error) {
    return isRefusal(error)
  } finally {
    signingOut = false
    signOutHere()
  }
}

/** The balance as a settled operation told it. */
export function setBalance(tokens: number): void {
  const { user } = sessionState()
  if (user && user.tokens !== tokens) become({ status: 'signed-in', user: { ...user, tokens } })
}

/** Asks for the balance; keeps the known one when the call fails. */
export async function refreshBalance(): Promise<void> {
  const { readTokens } = await import('#contract/wallet.ts')
  const account = await call(readTokens, {}).catch(() => null)
  if (account) setBalance(account.tokens)
}

/** Storage is read again and not written here: events arrive late, and the other tab may have signed in since. */
function followTokens(): void {
  const { accessToken } = storedTokens()
  const owner = ownerOf(accessToken)
  const { status, user } = sessionState()
  const changedHands = user !== null && owner !== null && owner !== user.id
  if (status !== 'signed-out' && (!accessToken || changedHands)) forget()
  if (accessToken && sessionState().status === 'signed-out') void startSession()
}

/** Follows what other tabs and failing refreshes do to the tokens; `onLost` when the session ended by itself. */
export function followSession(onLost: () => void): () => void {
  const stopStorage = onTokensChangedElsewhere(followTokens)
  const stopLost = onSessionLost(() => {
    const had = sessionState().status !== 'signed-out'
    signOutHere()
    if (had && !signingOut) onLost()
  })
  return () => {
    stopStorage()
    stopLost()
  }
}
