import { useEffect, useRef } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { LiveMessage } from '#contract/live.ts'
import { conversationsKey, messagesKey, paymentsKey, subscriptionKey, walletKey } from '../http/query-keys.ts'
import { useSession } from '../session/session.tsx'
import { refreshBalance, setBalance, startSession } from '../session/session-store.ts'
import { storedTokens } from '../session/token-storage.ts'
import { useLiveMessages, useLiveOpen } from './use-live.ts'

/** Keeps the live channel open while somebody is signed in, and lets balance, history and conversations follow it. */
export function LiveConnection() {
  const { user } = useSession()
  const queries = useQueryClient()
  const userId = user?.id
  useLiveMessages(useLiveHandler(queries))
  useLiveOpen(() => {
    void refreshBalance()
    void queries.invalidateQueries({ queryKey: walletKey })
    void queries.invalidateQueries({ queryKey: conversationsKey })
    void queries.invalidateQueries({ queryKey: paymentsKey })
  })

  useEffect(() => {
    if (userId === undefined) return
    let disconnect: (() => void) | undefined
    let left = false
    // A chunk that a deploy removed costs the hints only: the page works without them.
    void import('./live-socket.ts')
      .then(({ connectLive }) => {
        if (!left) disconnect = connectLive()
      })
      .catch(() => undefined)
    return () => {
      left = true
      disconnect?.()
    }
  }, [userId])
  return null
}

/** A tab of this browser that signs out clears the tokens about now: then there is nothing left to ask with. */
const signOutMs = 300

/** Asked, not believed: the call meets the ended session, like every other call would, and signs this page out. */
function askWhetherEnded(): void {
  if (storedTokens().accessToken) void refreshBalance()
}

/** What a message of the live channel says is taken over, or asked for again. */
function useLiveHandler(queries: QueryClient): (message: LiveMessage) => void {
  const lastSeq = useRef(0)
  return (message) => {
    switch (message.type) {
      case 'balance':
        if (message.seq <= lastSeq.current) return
        lastSeq.current = message.seq
        setBalance(message.tokens)
        void queries.invalidateQueries({ queryKey: walletKey })
        return
      case 'answer':
        if (message.state === 'running' || message.conversationId === null) return
        void queries.invalidateQueries({ queryKey: conversationsKey })
        void queries.invalidateQueries({ queryKey: messagesKey(message.conversationId) })
        return
      case 'conversation':
        void queries.invalidateQueries({ queryKey: conversationsKey })
        return
      case 'payment':
        void queries.invalidateQueries({ queryKey: paymentsKey })
        // The first purchase opens all models: the plan stands in the profile.
        if (message.status === 'completed') void startSession()
        return
      case 'subscription':
        void queries.invalidateQueries({ queryKey: subscriptionKey })
        // What is free, and which models are open, stands in the profile.
        void startSession()
        return
      case 'session-ended':
        setTimeout(askWhetherEnded, signOutMs)
        return
      // The jobs' own listeners follow these two; a pong says only that the connection lives.
      case 'job':
      case 'work-deleted':
      case 'pong':
        return
      default:
        return message satisfies never
    }
  }
}
