import { z } from 'zod'
import { operationId } from '#contract/validation.ts'
import type { Draft } from './draft.ts'

const stored = z.object({
  operationId,
  prompt: z.string(),
  sent: z.object({ prompt: z.string(), model: z.string() }).nullable(),
  moved: z.object({ operationId: z.string(), conversationId: z.number() }).nullable(),
  owner: z.string().nullable()
})

/** Of the composer of a page: of one conversation, or of the one that is not begun yet. */
export const draftKey = (path: string, conversationId: number | null): string =>
  `chat-draft:${path}:${conversationId ?? 'new'}`

function parseDraft(text: string | null): Draft | null {
  try {
    return stored.parse(JSON.parse(text ?? ''))
  } catch {
    return null
  }
}

export function readDraft(key: string): Draft | null {
  try {
    return parseDraft(localStorage.getItem(key))
  } catch {
    return null
  }
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    // Nothing is lost with a draft that is empty and was never sent; a page that is opened makes a new one.
    if (draft.prompt === '' && draft.sent === null && draft.moved === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Blocked or full storage: the draft lives as long as the page.
  }
}

/** Calls back with the draft that another tab stored, until the signal is aborted. */
export function onDraftChangedElsewhere(
  key: string,
  changed: (before: Draft | null, after: Draft | null) => void,
  signal: AbortSignal
): void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) changed(parseDraft(event.oldValue), parseDraft(event.newValue))
  }
  window.addEventListener('storage', listen, { signal })
}
