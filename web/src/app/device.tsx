// What a user's device keeps: the service worker, the chats that are read without a network, and what was written without one.
// Loaded when a page has nothing else to do.
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { paths } from '../base/paths.ts'
import { useLiveMessages } from '../base/live/live-bus.ts'
import { useSession } from '../base/session/session.tsx'
import { notify } from '../base/ui/notify.ts'
import { chatLink } from '../chat/conversations/addresses.ts'
import { forgetChat, keepChats } from '../chat/offline/keep-chats.ts'
import { waitingDrafts } from '../chat/offline/waiting-drafts.ts'
import { registerWorker } from '../media/ready/browser-push.ts'
import { InstallHint } from './install-hint.tsx'
import { keepBadge } from './icon-badge.ts'
import { dropOldReceived } from './received/received.ts'

export function Device(): ReactNode {
  const owner = useSession().user?.id
  const queries = useQueryClient()
  useLiveMessages((message) => {
    if (owner !== undefined && message.type === 'conversation' && message.change === 'deleted')
      forgetChat(owner, message.id)
  })
  useEffect(() => (owner === undefined ? undefined : keepChats(queries, owner)), [owner, queries])
  useEffect(() => (owner === undefined ? undefined : keepBadge()), [owner])
  useEffect(() => {
    // A browser without workers, or one that refuses, only has no page without a network.
    if ('serviceWorker' in navigator) void registerWorker().catch(() => undefined)
    // What a chat shows without a network could not be loaded then.
    void import('../chat/offline/in-chat.ts').catch(() => undefined)
    void dropOldReceived()
  }, [])
  useWaitingNotice(owner)
  return <InstallHint />
}

/** Tells of what was written without a network, also on a later visit. */
function useWaitingNotice(owner: string | undefined): void {
  const navigate = useNavigate()
  const tell = useEffectEvent(() => {
    const [first, ...others] = owner === undefined || !navigator.onLine ? [] : waitingDrafts(owner)
    // The page of saved chats, and that of the chat itself, say so themselves.
    const { pathname, search } = window.location
    const link = first && chatLink(first.path, first.conversationId)
    if (link === undefined || pathname === paths.offline || pathname + search === link) return
    const text = others.length > 0 ? 'Сообщения, написанные без сети, ждут отправки' : 'Сообщение ждёт отправки'
    notify.info(text, { label: 'Открыть чат', onClick: () => void navigate(link) })
  })
  useEffect(() => {
    const listener = () => tell()
    listener()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])
}
