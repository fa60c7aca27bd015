// Reads the latest chats that this device does not keep yet, so that they are there without a network: also those that were never
// opened here. Slowly, one at a time, so that the user's own reads have the server and the network to themselves.
import * as calls from '#contract/chats.ts'
import type { Conversation } from '#contract/chats.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { call } from '../../base/session/client.ts'
import { whenIdle } from '../../base/ui/when-idle.ts'
import { chatPathOf, isDeletedHere, shownTitle } from '../conversations/conversations.ts'
import { exclusively } from '../draft/draft-box.ts'
import { ownerHere, readSaved, savedLimits, saveChat } from './saved-chats.ts'
import { savedMessage } from './saved-message.ts'

/** At most so often, of the 600 reads of a minute that a user has (docs/environment.md). */
const pauseMs = 2000
const messagesRead = 100

/** Whether the user pays for what is read, or has asked their browser to read little. */
function isSaving(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs))
const idle = () => new Promise<void>((resolve) => whenIdle(resolve))
const changedSaved = async () => new Map((await readSaved()).map(({ id, changedAt }) => [id, changedAt]))

/** @returns false: nothing more is to be read now */
async function readOne(owner: string, conversation: Conversation, signal: AbortSignal): Promise<boolean> {
  const { id, updated_at: changedAt } = conversation
  if ((await changedSaved()).get(id) === changedAt || isDeletedHere(id)) return true
  try {
    const { messages, hasMore } = await call(calls.listMessages, { id, limit: messagesRead }, { signal })
    if (signal.aborted || messages.length === 0) return !signal.aborted
    const chat = { id, owner, title: shownTitle(conversation), path: chatPathOf(conversation), changedAt }
    await saveChat({ ...chat, savedAt: Date.now() }, messages.map(savedMessage), hasMore)
  } catch (error) {
    return isNotFound(error)
  }
  // The disk is full, or there is no room beside later chats: others would not stay either.
  return (await changedSaved()).has(id)
}

/** @param owner the signed-in user @returns what ends it */
export function readAhead(owner: string): () => void {
  const over = new AbortController()
  const { signal } = over
  const mayRead = () => !signal.aborted && navigator.onLine && !isSaving() && ownerHere() === owner
  const read = async () => {
    if (!mayRead()) return
    const { items } = await call(calls.listConversations, { limit: savedLimits.chats }, { signal })
    const known = await changedSaved()
    for (const conversation of items.filter(({ id, updated_at: changedAt }) => known.get(id) !== changedAt)) {
      await pause()
      await idle()
      if (!mayRead() || !(await readOne(owner, conversation, signal))) return
    }
  }
  // Of several tabs one reads: the next finds it done.
  const begin = () => void exclusively('read-ahead', read).catch(() => undefined)
  whenIdle(begin)
  window.addEventListener('online', begin, { signal })
  return () => over.abort()
}
