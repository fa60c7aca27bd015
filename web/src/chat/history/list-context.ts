// What all rows of a list of chats share.
import { createContext, use } from 'react'
import type { Conversation } from '#contract/chats.ts'
import type { Folder } from '#contract/folders.ts'
import type { Scope } from '../conversations/conversations.ts'
import type { Conversations } from '../conversations/use-conversations.ts'
import type { ListActions } from './use-list-actions.tsx'
import type { Selecting } from './selecting.tsx'

export interface List {
  scope: Scope
  conversations: Conversations
  currentId: number | null
  actions: ListActions
  /** The chat whose name is being written. */
  renamingId: number | null
  /** @param id null: none */
  rename: (id: number | null) => void
  /** Null: several are not being chosen. */
  selecting: Selecting | null
  /** Begins with all chats of a folder, to be moved, archived or deleted. Null: nothing can be chosen here. */
  chooseAll: ((folder: Folder) => void) | null
  onPick: (conversation: Conversation) => void
}

export const ListContext = createContext<List | null>(null)

export function useList(): List {
  const list = use(ListContext)
  if (!list) throw new Error('useList is used outside a list of chats')
  return list
}
