// The instruction of a project or a chat that was written and not saved: it survives the dialog and a reload, in this browser.
import { z } from 'zod'
import { useTyped } from '../../base/form/use-typed.ts'
import { sessionState } from '../../base/session/session-store.ts'
import { keptDrafts } from '../../base/storage/kept-draft.ts'
import { unsentKey } from '../../base/storage/unsent.ts'

const kept = keptDrafts(z.object({ owner: z.string(), text: z.string() }))

/** `project:7` or `chat:7` */
type Instructed = `${'project' | 'chat'}:${number}`

/** Null: nothing is kept, or it is another user's. */
function keptInstruction(of: Instructed): string | null {
  const found = kept.read(unsentKey('kept', of))
  return found && found.owner === sessionState().user?.id ? found.text : null
}

/** What is typed, from what was kept on; one that another page has saved is shown where nothing else is typed. */
export const useTypedInstruction = (of: Instructed, stored: string) =>
  useTyped(stored, undefined, () => keptInstruction(of))

/** @param text null: it is saved, or as it was */
export function keepInstruction(of: Instructed, text: string | null): void {
  const owner = sessionState().user?.id
  if (owner !== undefined) kept.write(unsentKey('kept', of), text === null ? null : { owner, text })
}
