import { QueryClientContext } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useSyncExternalStore
} from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { costUnder } from '#contract/catalogue/plans.ts'
import { useSignInPath } from './return-path.ts'
import { worksForAll } from '../pages.ts'
import {
  adoptTokens,
  beginSession,
  followSession,
  onSessionChange,
  refreshBalance,
  sessionState,
  type SessionState,
  setBalance,
  signIn,
  signOut,
  startSession,
  stateOfVisitor
} from './session-store.ts'
import type { SignInState } from './sign-in-state.ts'
import { ownerOf, storedTokens } from './token-storage.ts'

export type { SessionUser } from './session-store.ts'

const actions = { startSession, signIn, signOut, adoptTokens, refreshBalance, setBalance }

type Session = SessionState & typeof actions

const firstPauseMs = 5000
const longestPauseMs = 60_000

/** Retries a failed read of the profile: when the network is back, else after growing pauses. */
function useRereading(state: SessionState): void {
  const failures = useRef(0)
  useEffect(() => {
    if (state.status !== 'signed-in' || !state.unread) {
      failures.current = 0
      return undefined
    }
    const again = () => void startSession()
    const timer = setTimeout(again, Math.min(firstPauseMs * 2 ** failures.current, longestPauseMs))
    failures.current += 1
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [state])
}

const SessionContext = createContext<Session | null>(null)

/** Provides the session to its children; reads the profile when it is mounted. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(onSessionChange, sessionState, stateOfVisitor)
  const navigate = useNavigate()
  // Absent until something on the page has queries; then there is nothing to forget.
  const queries = use(QueryClientContext)
  const userId = state.user?.id
  const lastUserId = useRef(userId)

  const { pathname } = useLocation()
  const signInPath = useSignInPath()
  const goToSignIn = useEffectEvent(() => {
    // What letters and other people link to is for everybody: who has lost the password opens the link of the reset in such a browser.
    if (worksForAll(pathname)) return
    void navigate(signInPath, { state: { ended: true } satisfies SignInState })
  })
  useEffect(() => {
    const stop = followSession(() => goToSignIn())
    void beginSession()
    return stop
  }, [])

  const { status } = state
  useEffect(() => {
    // While the profile is read, pages may already ask with the stored token: for its owner.
    const owner = status === 'loading' ? ownerOf(storedTokens().accessToken) : userId
    // Data that was loaded for one user is never shown to the next.
    if (lastUserId.current && lastUserId.current !== owner) queries?.clear()
    lastUserId.current = owner ?? undefined
  }, [status, userId, queries])

  useRereading(state)

  const session = useMemo(() => ({ ...state, ...actions }), [state])
  return <SessionContext value={session}>{children}</SessionContext>
}

/** `status`, `user` and the actions of the session. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession is used outside SessionProvider')
  return session
}

/** What a request of a price costs the user, in tokens. `isCovered`: nothing, because of a plan that a badge names. */
export function useCost(): { costOf: (priceTokens: number) => number; isCovered: boolean } {
  const plan = useSession().user?.plan
  return { costOf: (priceTokens) => costUnder(plan, priceTokens), isCovered: costUnder(plan, 1) === 0 }
}

/**
 * The class of what only visitors should see. It is invisible, but keeps its place, until the session is known. Prerendered HTML
 * is that of a visitor; there `public/before-paint.js` marks a browser that has a session.
 */
export const visitorsOnly = (status: SessionState['status']): string =>
  status === 'loading' ? 'invisible' : 'in-data-[session=stored]:invisible'
