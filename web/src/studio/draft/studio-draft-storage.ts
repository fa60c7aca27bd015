import { z } from 'zod'
import { operationId } from '#contract/validation.ts'
import type { StudioDraft } from './studio-draft.ts'

const stored = z.object({
  operationId,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  sent: z.string().nullable(),
  owner: z.string().nullable()
})

export const studioDraftKey = (path: string): string => `studio-draft:${path}`

function parseStudioDraft(text: string | null): StudioDraft | null {
  try {
    return stored.parse(JSON.parse(text ?? ''))
  } catch {
    return null
  }
}

export function readStudioDraft(key: string): StudioDraft | null {
  try {
    return parseStudioDraft(localStorage.getItem(key))
  } catch {
    return null
  }
}

export function writeStudioDraft(key: string, draft: StudioDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Blocked or full storage: the draft lives as long as the page.
  }
}

/** Calls back with the draft that another tab stored. Returns the way to stop. */
export function onStudioDraftChangedElsewhere(
  key: string,
  changed: (before: StudioDraft | null, after: StudioDraft) => void
) {
  const listen = (event: StorageEvent) => {
    const after = event.key === key ? parseStudioDraft(event.newValue) : null
    if (after) changed(parseStudioDraft(event.oldValue), after)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
