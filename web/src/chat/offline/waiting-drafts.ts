// What was written without a network, in which chats: the drafts that wait in this browser.
import { chatPaths, type ChatPath } from '#contract/catalogue/chat.ts'
import { draftKey, readDraft } from '../draft/draft-box.ts'

export interface WaitingDraft {
  path: ChatPath
  /** Null: of a new chat. */
  conversationId: number | null
}

/** Those of one user. */
export function waitingDrafts(owner: string): WaitingDraft[] {
  return keysHere().flatMap((key) => {
    const place = placeOf(key)
    if (place === null) return []
    const draft = readDraft(key)
    return draft?.waits && draft.owner === owner && draft.prompt.trim() !== '' ? [place] : []
  })
}

function keysHere(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function placeOf(key: string): WaitingDraft | null {
  const id = /:(\d+|new)$/.exec(key)?.[1]
  const conversationId = id === undefined || id === 'new' ? null : Number(id)
  const path = chatPaths.find((one) => draftKey(one, conversationId) === key)
  return path === undefined ? null : { path, conversationId }
}
