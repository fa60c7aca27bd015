// The idea whose description is being written or is shown: after a reload the same operation id finds it again, without
// a second charge.
import { z } from 'zod'
import { operationId } from '#contract/validation.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { unsentKey } from '../../base/storage/unsent.ts'

const stored = z.object({ operationId, idea: z.string(), owner: z.string() })
export type AskedHelp = z.infer<typeof stored>

/** What this user asked on this page and has not used yet. */
export function readAskedHelp(path: string, owner: string): AskedHelp | null {
  try {
    const read = stored.parse(JSON.parse(localStorage.getItem(unsentKey('help', path)) ?? ''))
    return read.owner === owner ? read : null
  } catch {
    return null
  }
}

/** Stored before the request leaves. The same idea keeps its id; `isNew` asks for another description of it. */
export function askHelp(
  path: string,
  { owner, idea, isNew }: { owner: string; idea: string; isNew: boolean }
): AskedHelp {
  const known = readAskedHelp(path, owner)
  if (known?.idea === idea && !isNew) return known
  const asked = { operationId: newOperationId(), idea, owner }
  try {
    localStorage.setItem(unsentKey('help', path), JSON.stringify(asked))
  } catch {
    // Blocked or full storage: the description is found as long as the page lasts.
  }
  return asked
}

export function forgetAskedHelp(path: string): void {
  try {
    localStorage.removeItem(unsentKey('help', path))
  } catch {
    // Blocked storage holds nothing.
  }
}
