import { z } from 'zod'
import { roleOfConversation } from '#contract/roles.ts'
import { attachment } from '#contract/attached-file.ts'
import { operationId } from '#contract/validation.ts'
import { unsentKey } from '../../base/storage/unsent.ts'
import type { Draft } from './draft.ts'

const stored = z.object({
  operationId,
  prompt: z.string(),
  files: z.array(attachment).default([]),
  sent: z
    .object({
      prompt: z.string(),
      model: z.string(),
      files: z.array(attachment).optional(),
      extras: z.object({ webSearch: z.boolean(), thinking: z.boolean() }).optional()
    })
    .nullable(),
  moved: z.object({ operationId: z.string(), conversationId: z.number() }).nullable(),
  role: roleOfConversation.nullable().default(null),
  owner: z.string().nullable()
})

/** The storage key of a composer: a page's conversation, or its new one. */
export const draftKey = (path: string, conversationId: number | null): string =>
  unsentKey('chat', `${path}:${conversationId ?? 'new'}`)

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
    // An empty draft that was never sent holds nothing to keep.
    const { prompt, files, sent, moved, role } = draft
    const isEmpty = prompt === '' && files.length === 0 && role === null
    if (isEmpty && sent === null && moved === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is blocked or full: the draft stays in memory until a reload.
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
