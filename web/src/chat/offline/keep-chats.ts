// Keeps on this device what the pages have read of chats, when nothing else is to be done. Loaded late, for users: app/device.tsx.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import * as calls from '#contract/chats.ts'
import type { Conversation, Message } from '#contract/chats.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { allMessagesKey, conversationsKey, messagesKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { whenIdle } from '../../base/ui/when-idle.ts'
import { conversationIdOf } from '../conversations/addresses.ts'
import {
  chatPathOf,
  conversationQuery,
  isDeletedHere,
  listedConversations,
  messagesOf,
  messagesQuery,
  shownTitle
} from '../conversations/conversations.ts'
import { forgetWritten } from '../create/forget-written.ts'
import { readDraft } from '../draft/draft-box.ts'
import { readAhead } from './read-ahead.ts'
import { dropSaved, ownerHere, readSaved, savedLimits, saveChat } from './saved-chats.ts'
import { savedMessage } from './saved-message.ts'
import { moveWaiting } from './waiting-drafts.ts'

/** Changes come in bursts: an answer that ends has both its messages and the lists read again. */
const pauseMs = 1500
/** The server is asked which chats there still are when this device has kept none for so long. */
const quietMs = 3_600_000

function conversationIn(queries: QueryClient, id: number): Conversation | null | undefined {
  const listed = listedConversations(queries).find((one) => one.id === id)
  return listed ?? queries.getQueryData(conversationQuery(id).queryKey)
}

/** What is saved of a chat is as new as this says. */
const stateOf = ({ title, updated_at }: Conversation, readAt: number): string => `${readAt} ${updated_at} ${title}`

/** Follows what the page reads. @param owner the signed-in user @returns what ends it */
export function keepChats(queries: QueryClient, owner: string): () => void {
  const saved = new Map<number, string>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let isOver = false

  const save = async (id: number) => {
    const conversation = conversationIn(queries, id)
    const query = queries.getQueryState<InfiniteData<{ messages: Message[]; hasMore: boolean }>>(messagesKey(id))
    if (!conversation || !query?.data || isDeletedHere(id)) return
    const state = stateOf(conversation, query.dataUpdatedAt)
    if (saved.get(id) === state) return
    saved.set(id, state)
    const messages = messagesOf(queries.getQueryData(messagesQuery(id).queryKey))
    if (messages.length === 0) return
    const { updated_at: changedAt } = conversation
    const chat = { id, owner, title: shownTitle(conversation), path: chatPathOf(conversation), changedAt }
    const hasMore = query.data.pages.at(-1)?.hasMore ?? false
    await saveChat({ ...chat, savedAt: query.dataUpdatedAt }, messages.map(savedMessage), hasMore)
  }

  const saveAll = async () => {
    const ids = queries
      .getQueryCache()
      .findAll({ queryKey: allMessagesKey })
      .map(({ queryKey }) => queryKey[1])
    for (const id of ids) if (typeof id === 'number' && !isOver) await save(id)
  }

  const plan = () => {
    timer ??= setTimeout(() => {
      timer = null
      whenIdle(() => void saveAll())
    }, pauseMs)
  }

  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const [key, id] = event.query.queryKey
    if (key !== allMessagesKey[0] && key !== conversationsKey[0]) return
    if (event.action.type === 'success') plan()
    if (event.action.type === 'error' && typeof id === 'number' && isNotFound(event.action.error)) forgetChat(owner, id)
  })
  plan()
  // The account before this one may have ended while no page was open.
  void dropSaved(owner, (chat) => chat.owner !== owner).then(() => dropMissing(owner))
  const stopAhead = readAhead(owner)
  return () => {
    isOver = true
    stopAhead()
    stop()
    if (timer !== null) clearTimeout(timer)
  }
}

/** For a chat that was deleted, here or elsewhere. */
export function forgetChat(owner: string, id: number): void {
  const stays = moveWaiting(owner, id)
  // The page that shows it offers its words a new chat, and forgets them when it is left.
  const isShown = conversationIdOf(new URLSearchParams(window.location.search)) === id
  // What a refused question has begun and left is given back, by whichever tab has asked it.
  forgetWritten(id, (key) => !stays && !isShown && !isDeletedHere(id) && !readDraft(key)?.sent)
  void dropSaved(owner, (chat) => chat.id === id)
}

/** Chats that were deleted while this device had no network, and those that are no longer among the latest. */
async function dropMissing(owner: string): Promise<void> {
  const chats = await readSaved()
  const newest = Math.max(...chats.map(({ savedAt }) => savedAt))
  if (chats.length === 0 || Date.now() - newest < quietMs) return
  const latest = await call(calls.listConversations, { limit: savedLimits.chats }).catch(() => null)
  if (!latest || ownerHere() !== owner) return
  const ids = new Set(latest.items.map(({ id }) => id))
  await dropSaved(owner, ({ id }) => !ids.has(id))
}
