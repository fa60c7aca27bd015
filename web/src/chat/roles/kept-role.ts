// The role that is being written: it survives the dialog and a reload, in this browser.
import { useEffect, useState } from 'react'
import { type Role, role } from '#contract/roles.ts'
import { useSession } from '../../base/session/session.tsx'
import { keptDrafts } from '../../base/storage/kept-draft.ts'
import { unsentKey } from '../../base/storage/unsent.ts'
import type { WrittenRole } from './role-calls.ts'

/** A role while it is written. What is written stays until it is saved or given up. */
export interface Edited extends WrittenRole {
  /** As it is saved; null: a new one. */
  role: Role | null
  /** The same as long as it is this role that is written. */
  begun: object
  owner: string | undefined
  /** It was begun before the page was loaded. */
  isKept?: boolean
}

const kept = keptDrafts(role.omit({ id: true, created_at: true }).extend({ role: role.nullable() }))

const keyOf = (owner: string) => unsentKey('kept', `role:${owner}`)

function readRole(owner: string | undefined): Edited | null {
  const found = owner === undefined ? null : kept.read(keyOf(owner))
  return found && { ...found, begun: {}, owner, isKept: true }
}

/** What was sent is saved, wherever its user is by now; what is written since stays. */
export function forgetRole({ owner, name, instruction, model, role: before }: Edited): void {
  const found = readRole(owner)
  const isSent = found?.name === name && found.instruction === instruction && found.model === model
  if (owner !== undefined && isSent && found.role?.id === before?.id) kept.write(keyOf(owner), null)
}

export const isChanged = ({ name, instruction, model, role: saved }: Edited): boolean =>
  name !== (saved?.name ?? '') || instruction !== (saved?.instruction ?? '') || model !== (saved?.model ?? null)

/** @returns the role that the user is writing, null: none; and what changes it */
export function useEdited() {
  const owner = useSession().user?.id
  const [written, setEdited] = useState(() => readRole(owner))
  const edited = written && written.owner === owner ? written : null
  useEffect(() => {
    if (owner !== undefined) kept.write(keyOf(owner), edited && isChanged(edited) ? edited : null)
  }, [owner, edited])
  return [edited, setEdited] as const
}
