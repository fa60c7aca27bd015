import { useEffect, useRef } from 'react'
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { LiveMessage } from '#contract/live.ts'
import {
  allMessagesKey,
  conversationsKey,
  memoryKey,
  messagesKey,
  paymentsKey,
  projectsKey,
  subscriptionKey,
  walletKey
} from '../http/query-keys.ts'
import { nextTask } from '../page/next-task.ts'
import { useSession } from '../session/session.tsx'
import { refreshBalance, setBalance, startSession } from '../session/session-store.ts'
import { storedTokens } from '../session/token-storage.ts'
import { useLiveMessages, useLiveOpen } from './live-bus.ts'

/** Keeps the live channel open while a user is signed in, and updates balance, history and conversations from it. */
export function LiveConnection() {
  const { user } = useSession()
  const queries = useQueryClient()
  const userId = user?.id
  const readAgain = (queryKey: QueryKey) => void queries.invalidateQueries({ queryKey })
  useLiveMessages(useLiveHandler(queries, readAgain))
  const wasOpen = useRef(false)
  const readAll = async () => {
    // The first connect comes right after the page has read its messages.
    const keys = [
      walletKey,
      conversationsKey,
      paymentsKey,
      projectsKey,
      ...(wasOpen.current ? [allMessagesKey, memoryKey] : [])
    ]
    wasOpen.current = true
    void refreshBalance()
    for (const key of keys) {
      // Each is a task of its own, as an answer may be growing meanwhile.
      await nextTask()
      readAgain(key)
    }
  }
  useLiveOpen(() => void readAll())

  useEffect(() => {
    if (userId === undefined) return
    let disconnect: (() => void) | undefined
    let left = false
    // A deploy may have removed this chunk. The page works without live messages.
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

/** A tab of this browser that signs out clears the tokens within this time; then this page sends no request. */
const signOutMs = 300

/** Does not rely on the message: if the session has ended, the server refuses this call, and that signs the page out. */
function askWhetherEnded(): void {
  if (storedTokens().accessToken) void refreshBalance()
}

/** Between two readings of the lists: a hundred chats may be deleted or filed at once. */
const betweenReadingsMs = 500

/** Does a task at once, and when it is asked for in haste, once more afterwards. */
function useSeldom(task: () => void): () => void {
  const waiting = useRef<{ again: boolean } | null>(null)
  const latest = useRef(task)
  useEffect(() => {
    latest.current = task
  })
  return function perform() {
    if (waiting.current) return void (waiting.current.again = true)
    const pause = { again: false }
    waiting.current = pause
    latest.current()
    setTimeout(() => {
      waiting.current = null
      if (pause.again) perform()
    }, betweenReadingsMs)
  }
}

/** Applies a message of the live channel, or reads again what it is about. */
function useLiveHandler(queries: QueryClient, readAgain: (queryKey: QueryKey) => void): (message: LiveMessage) => void {
  const lastSeq = useRef(0)
  const readLists = useSeldom(() => readAgain(conversationsKey))
  return (message) => {
    switch (message.type) {
      case 'balance':
        if (message.seq <= lastSeq.current) return
        lastSeq.current = message.seq
        setBalance(message.tokens)
        readAgain(walletKey)
        return
      case 'answer':
        if (message.state === 'running' || message.conversationId === null) return
        readAgain(conversationsKey)
        readAgain(messagesKey(message.conversationId))
        return
      case 'conversation':
        readLists()
        // An open one is read again by its page, unless it is that which deletes it.
        void queries.invalidateQueries({ queryKey: messagesKey(message.id), refetchType: 'none' })
        return
      case 'memory-offer':
        readAgain(messagesKey(message.conversationId))
        return
      case 'memory':
        readAgain(memoryKey)
        // With more lines a model may have less room for files.
        readAgain(projectsKey)
        return
      case 'folders':
        readAgain(conversationsKey)
        readAgain(projectsKey)
        return
      case 'payment':
        readAgain(paymentsKey)
        // The first purchase changes the plan, which is part of the profile.
        if (message.status === 'completed') void startSession()
        return
      case 'subscription':
        readAgain(subscriptionKey)
        // The plan is part of the profile.
        void startSession()
        return
      case 'session-ended':
        setTimeout(askWhetherEnded, signOutMs)
        return
      // The jobs feature listens to the first three; live-socket.ts tells of each of the conversations.
      case 'job':
      case 'work-deleted':
      case 'works-deleted':
      case 'conversations':
      case 'pong':
        return
      default:
        return message satisfies never
    }
  }
}
