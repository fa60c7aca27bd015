// The session, outside React, so that it starts with the page and calls can set the balance.
import type { Profile } from '#contract/profile.ts'
import type { TokenPair } from '#contract/sign-in.ts'
import { ApiError, clientCode } from '../http/api-error.ts'
import { abortReads, call, createAuthorizedFetch } from './client.ts'
import { createRefresher, onSessionLost } from './refresh.ts'
import { retryingBlips } from '../http/retry.ts'
import { dataOf } from '../http/transport.ts'
import { onNewPage, pageStore } from '../storage/page-store.ts'
import { forgetSaved, forgetUnsent } from '../storage/unsent.ts'
import {
  clearTokens,
  heldTokens,
  onTokensChangedElsewhere,
  ownerOf,
  storedTokens,
  storeTokens
} from './token-storage.ts'

export interface SessionUser extends Profile {
  /** Spendable site tokens. */
  tokens: number
}

export type SessionState =
  | { status: 'loading'; user: null }
  /** The user is null until the profile is read; `unread`: reading it failed and is retried. */
  | { status: 'signed-in'; user: SessionUser | null; unread?: true }
  | { status: 'signed-out'; user: null }

export interface Credentials {
  email: string
  password: string
  /** From a password reset, for the sign-in that follows it. */
  pass?: string | undefined
}

const loading: SessionState = { status: 'loading', user: null }
const signedOut: SessionState = { status: 'signed-out', user: null }
const logoutTimeoutMs = 3000

const store = pageStore<SessionState>(() => (storedTokens().accessToken ? loading : signedOut))
/** Grows with every sign-in and sign-out: responses to earlier requests are ignored. */
let generation = 0
/** How often an operation has reported the balance, how often the page asked for it, and which answer is shown. */
let reports = 0
let questions = 0
let newestAnswered = 0
/** The first reading of this page. */
let begun: Promise<void> | null = null

onNewPage(() => {
  generation += 1
  begun = null
})

const become = (next: SessionState): void => store.setState(next, true)

function forget(): void {
  generation += 1
  forgetSaved()
  abortReads()
  become(signedOut)
}

/** Ends the session in this browser without telling the server. */
export function signOutHere(): void {
  clearTokens()
  forget()
}

/** For a user who leaves by themselves. A session that ended otherwise keeps the drafts, because its user comes back. */
export function leaveHere(): void {
  forgetUnsent()
  signOutHere()
}

export const sessionState = store.getState

/** The state for which the build renders pages. */
export const stateOfVisitor = (): SessionState => signedOut

export const onSessionChange = store.subscribe

/**
 * Reads the user to whom the stored tokens belong. The balance is asked for first, and may fail. A refused profile ends the session;
 * a network error does not, because a lost connection must not sign the user out.
 */
export async function startSession(): Promise<void> {
  if (!storedTokens().accessToken) return become(signedOut)
  if (sessionState().status !== 'signed-in') become(loading)
  const started = generation
  const before = reports
  try {
    const user = await retryingBlips(readUser)
    if (started !== generation) return
    become({ status: 'signed-in', user })
    if (reports !== before) void refreshBalance()
  } catch (error) {
    if (started !== generation) return
    if (isRefusal(error)) signOutHere()
    else if (!sessionState().user) become({ status: 'signed-in', user: null, unread: true })
  }
}

/** The first reading, shared by the first script and the page that it renders. Code that knows of a change reads again, also meanwhile. */
export const beginSession = (): Promise<void> => (begun ??= startSession())

/** Whether our server refused the caller. A rate limit and a timeout do not count: they do not mean that the session ended. */
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
  const readBoth = async () => {
    // Neither waits for the other: on a slow network that would be a second wait.
    const [account, { user }] = await Promise.all([call(readTokens, {}).catch(() => null), call(readProfile, {})])
    return { ...user, tokens: account?.tokens ?? 0 }
  }
  const asked = storedTokens().accessToken
  try {
    return await readBoth()
  } catch (error) {
    // No call is sent again with a token that may be another user's. This call is different: it asks who is signed in now.
    const current = storedTokens().accessToken
    if (current === null || current === asked) throw error
    return readBoth()
  }
}

/**
 * Signs in. Throws `ApiError` when the credentials are refused; a failed profile call does not fail the sign-in.
 * `restored`: the sign-in cancelled the deletion of the account. `onProof`: the browser has to prove some work first.
 */
export async function signIn(
  credentials: Credentials,
  onProof: () => void = () => undefined
): Promise<{ restored: boolean }> {
  const { callLogin } = await import('./call-login.ts')
  const { tokens, restored } = await callLogin(credentials, onProof)
  await adoptSignIn(tokens)
  return { restored }
}

/** Adopts the tokens of a sign-in, which a failed profile call does not fail. */
export const adoptSignIn = (tokens: TokenPair): Promise<void> =>
  adoptTokens(tokens).catch(() => {
    become({ status: 'signed-in', user: null })
    void startSession()
  })

/** Signs in with tokens from elsewhere, such as a confirmed email. Throws when the profile cannot be read; the tokens stay stored. */
export async function adoptTokens(pair: TokenPair): Promise<void> {
  // The previous user is forgotten first: their data must not be requested or shown with the new tokens.
  if (sessionState().status === 'signed-in') forget()
  generation += 1
  storeTokens(pair)
  become({ status: 'signed-in', user: await readUser() })
}

/**
 * Signs out here at once, then on the server when it can be reached within three seconds. Resolves to whether the session
 * has ended there too; if not, it expires there after a time without use.
 */
export async function signOut(): Promise<boolean> {
  const held = heldTokens(storedTokens())
  // The page stops asking before the server ends the session: it would only be refused.
  leaveHere()
  try {
    const { logout } = await import('#contract/sign-in.ts')
    const response = await createAuthorizedFetch(held, createRefresher(held))(logout.path, {
      method: logout.method,
      // The user may close the page at once.
      keepalive: true,
      signal: AbortSignal.timeout(logoutTimeoutMs)
    })
    await dataOf(response)
    return true
  } catch (error) {
    return isRefusal(error)
  }
}

function showBalance(tokens: number): void {
  const { user } = sessionState()
  if (user && user.tokens !== tokens) become({ status: 'signed-in', user: { ...user, tokens } })
}

/** Sets the balance that a settled operation reported. */
export function setBalance(tokens: number): void {
  reports += 1
  showBalance(tokens)
}

/**
 * Called when the balance is asked for. @returns what shows the answer, unless a later question has been answered; false: an
 * operation has reported a balance meanwhile, which may be newer
 */
export function askForBalance(): (tokens: number) => boolean {
  questions += 1
  const question = questions
  const before = reports
  return (tokens) => {
    if (reports !== before) return false
    if (question > newestAnswered) {
      newestAnswered = question
      showBalance(tokens)
    }
    return true
  }
}

/** Reads the balance; keeps the known one when the call fails. */
export async function refreshBalance(): Promise<void> {
  const { readTokens } = await import('#contract/wallet.ts')
  const show = askForBalance()
  const account = await call(readTokens, {}).catch(() => null)
  if (account && !show(account.tokens)) await refreshBalance()
}

/** Reads storage and never writes it: events arrive late, and the other tab may have signed in since. */
function followTokens(): void {
  const { accessToken } = storedTokens()
  const owner = ownerOf(accessToken)
  const { status, user } = sessionState()
  const changedHands = user !== null && owner !== null && owner !== user.id
  if (status !== 'signed-out' && (!accessToken || changedHands)) forget()
  if (accessToken && sessionState().status === 'signed-out') void startSession()
}

/** Follows token changes by other tabs and failed refreshes. `onLost`: the session ended without a sign-out by the user. */
export function followSession(onLost: () => void): () => void {
  const stopStorage = onTokensChangedElsewhere(followTokens)
  const stopLost = onSessionLost(() => {
    const had = sessionState().status !== 'signed-out'
    signOutHere()
    if (had) onLost()
  })
  return () => {
    stopStorage()
    stopLost()
  }
}
