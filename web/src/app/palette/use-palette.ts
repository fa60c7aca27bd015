// What the search for everything shows for a text.
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import type { FoundConversation } from '#contract/search.ts'
import { useModels } from '../../base/session/models.ts'
import { useUnconnected } from '../../base/session/unconnected.ts'
import { useSession } from '../../base/session/session.tsx'
import { recentChatsQuery } from '../../chat/conversations/conversations.ts'
import { type Search, useSearch } from '../../chat/search/use-search.ts'
import { type Entry, entriesFor } from './entries.ts'
import { find, type Found } from './matching.ts'

interface EntryGroup {
  title: string
  entries: Found<Entry>[]
}

export interface Shown {
  /** The best group first. */
  groups: EntryGroup[]
  chats: readonly FoundConversation[]
  /** Of the server, for users. */
  search: Search
  /** Offered where nothing of the site is found: to ask a chat. */
  question: Found<Entry> | null
}

/** The chats that were used last, before anything is typed. */
function useRecentChats(isWanted: boolean): FoundConversation[] {
  const { data } = useQuery({ ...recentChatsQuery, enabled: isWanted })
  return (isWanted && data?.items.map((conversation) => ({ conversation, titleRanges: [], messages: [] }))) || []
}

const grouped = (found: Found<Entry>[]): EntryGroup[] =>
  [...Map.groupBy(found, ({ entry }) => entry.group)].map(([title, entries]) => ({ title, entries }))

const commonOf = (entries: readonly Entry[]): Found<Entry>[] =>
  entries.filter(({ isCommon }) => isCommon).map((entry) => ({ entry, request: '' }))

/** The page that it opens; empty: none. */
function pageOf(act: Entry['act']): string {
  if (typeof act !== 'object') return ''
  return 'fill' in act ? act.fill : 'to' in act ? act.to : ''
}

/** A shorter text is the beginning of something else. */
const questionMin = 3

/** @param chatsOnly finds chats and nothing else */
export function usePalette(text: string, chatsOnly: boolean): Shown {
  const { status, user } = useSession()
  const isUser = status !== 'signed-out'
  const { pathname } = useLocation()
  const models = useModels()
  const isUnconnected = useUnconnected()
  const entries = useMemo(
    () => (chatsOnly ? [] : entriesFor({ pathname, isUser }, models).filter(({ act }) => !isUnconnected(pageOf(act)))),
    [chatsOnly, pathname, isUser, models, isUnconnected]
  )
  const typed = text.trim()
  const findings = useMemo(() => find(entries, typed), [entries, typed])
  const search = useSearch(findings.text, isUser)
  const recent = useRecentChats(user !== null && typed === '')
  const groups = useMemo(() => grouped(typed === '' ? commonOf(entries) : findings.found), [typed, entries, findings])
  // Not before the chats are searched: what is marked first would change under the user's Enter.
  const isSearched = !isUser || (search.query === findings.text && search.state !== 'loading')
  const isUnknown = typed.length >= questionMin && findings.found.length === 0 && isSearched
  const asking = isUnknown
    ? entries.find(({ act }) => typeof act === 'object' && 'fill' in act && act.fill === '/chatgpt')
    : null
  return {
    groups,
    chats: search.state === 'idle' ? recent : search.found,
    search,
    question: asking ? { entry: asking, request: typed } : null
  }
}
