// The instruction of a project that was written and not saved: it survives the dialog and a reload, in this browser.
import { z } from 'zod'
import { sessionState } from '../../base/session/session-store.ts'
import { keptDrafts } from '../../base/storage/kept-draft.ts'
import { unsentKey } from '../../base/storage/unsent.ts'

const kept = keptDrafts(z.object({ owner: z.string(), text: z.string() }))

const keyOf = (folderId: number): string => unsentKey('kept', `project:${folderId}`)

/** Null: nothing is kept, or it is another user's. */
export function keptInstruction(folderId: number): string | null {
  const found = kept.read(keyOf(folderId))
  return found && found.owner === sessionState().user?.id ? found.text : null
}

/** @param text null: it is saved, or as it was */
export function keepInstruction(folderId: number, text: string | null): void {
  const owner = sessionState().user?.id
  if (owner !== undefined) kept.write(keyOf(folderId), text === null ? null : { owner, text })
}
