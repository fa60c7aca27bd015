// What was written without a network, in which chats: the drafts that wait in this browser.
import { chatPaths, type ChatPath } from '#contract/catalogue/chat.ts'
import { storedKeys } from '../../base/storage/unsent.ts'
import { draftBox, draftKey, forgetDraft, readDraft } from '../draft/draft-box.ts'

export interface WaitingDraft {
  path: ChatPath
  /** Null: of a new chat. */
  conversationId: number | null
}

/** Those of one user. */
export function waitingDrafts(owner: string): WaitingDraft[] {
  return storedKeys().flatMap((key) => {
    const place = placeOf(key)
    if (place === null) return []
    const draft = readDraft(key)
    return draft?.waits && draft.owner === owner && draft.prompt.trim() !== '' ? [place] : []
  })
}

/** For a chat that is gone: its words wait in a new one. Where something is written there, they stay, and nothing reminds of them. @returns whether they stay */
export function moveWaiting(owner: string, conversationId: number): boolean {
  let stays = false
  for (const path of chatPaths) {
    const key = draftKey(path, conversationId)
    const stored = readDraft(key)
    if (!stored?.waits || stored.owner !== owner) continue
    const box = draftBox(key, owner)
    const next = draftBox(draftKey(path, null), owner)
    const { prompt, files } = box.draft()
    if (next.hasPrompt()) {
      box.put({ ...box.draft(), waits: undefined })
      stays = true
      continue
    }
    // Under the id of that one: it is another request, in another chat.
    next.put({ ...next.draft(), prompt, files: [...next.draft().files, ...files], waits: true })
    forgetDraft(key)
  }
  return stays
}

function placeOf(key: string): WaitingDraft | null {
  const id = /:(\d+|new)$/.exec(key)?.[1]
  const conversationId = id === undefined || id === 'new' ? null : Number(id)
  const path = chatPaths.find((one) => draftKey(one, conversationId) === key)
  return path === undefined ? null : { path, conversationId }
}
