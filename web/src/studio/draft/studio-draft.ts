// What is set on a studio page, and the id under which it will be paid. One intent has one id: through a double click,
// a reload, a second tab, a failed attempt and a detour to payment. Changed settings are another intent.
import { z } from 'zod'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { operationId } from '#contract/validation.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'

export interface StudioDraft {
  /** The `Idempotency-Key` of what is submitted next. */
  operationId: string
  /** Everything that is set but the files, which are kept apart. */
  values: ParameterValues
  /** Fingerprint of what was submitted under the id; null until then. */
  sent: string | null
  /** Whose draft it is: another person at this browser starts anew. Null: a visitor's. */
  owner: string | null
}

export const newDraft = (owner: string | null, values: ParameterValues): StudioDraft => ({
  operationId: newOperationId(),
  values,
  sent: null,
  owner
})

/** The draft as it is submitted: under the same id when the same was submitted before, else under a new one. */
export const sending = (draft: StudioDraft, fingerprint: string): StudioDraft => ({
  ...draft,
  sent: fingerprint,
  operationId: draft.sent === null || draft.sent === fingerprint ? draft.operationId : newOperationId()
})

/** Whether this reader may have what the owner left: a visitor's things are taken over, a stranger's are not. */
export const mayHave = (owner: string | null, reader: string | null): boolean => owner === null || owner === reader

const prime = 0x01000193
const seeds = [0x811c9dc5, 0x9e3779b9]

/**
 * A short sign of a request, files included: equal for equal requests. FNV-1a under two seeds, because `crypto.subtle`
 * is missing on pages opened by an address in the local network; the server compares the requests themselves.
 */
export function fingerprintOf(parameters: ParameterValues): string {
  const text = JSON.stringify(Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return seeds.map((seed) => hash(text, seed).toString(16)).join('-')
}

function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), prime)
  return value >>> 0
}

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

/** Calls back with the draft that another tab stored, until the signal is aborted. */
export function onStudioDraftChangedElsewhere(
  key: string,
  changed: (before: StudioDraft | null, after: StudioDraft) => void,
  signal: AbortSignal
): void {
  const listen = (event: StorageEvent) => {
    const after = event.key === key ? parseStudioDraft(event.newValue) : null
    if (after) changed(parseStudioDraft(event.oldValue), after)
  }
  window.addEventListener('storage', listen, { signal })
}
