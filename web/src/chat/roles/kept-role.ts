// The role that is being written: it survives the dialog and a reload, in this browser.
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type Role, role } from '#contract/roles.ts'
import { useSession } from '../../base/session/session.tsx'
import { keptDrafts } from '../../base/storage/kept-draft.ts'
import { unsentKey } from '../../base/storage/unsent.ts'
import { rolesQuery, type WrittenRole } from './role-calls.ts'

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

const isSame = (saved: Role, { name, instruction, model, role: before }: Edited): boolean =>
  saved.name === name.trim() &&
  saved.instruction === instruction.trim() &&
  saved.model === model &&
  (before === null || before.id === saved.id)

/** @returns the role that the user is writing, null: none; what changes it; and whether the server has it, so that it is to be dropped */
export function useEdited() {
  const owner = useSession().user?.id
  const [found] = useState(() => readRole(owner))
  const [written, setEdited] = useState(found)
  const isFound = written !== null && written === found
  const { data: saved = [] } = useQuery({ ...rolesQuery, enabled: isFound })
  // A reload came between the press that saved it and the answer.
  const isSaved = isFound && saved.some((one) => isSame(one, written))
  const edited = written && written.owner === owner ? written : null
  useEffect(() => {
    if (owner !== undefined) kept.write(keyOf(owner), edited && isChanged(edited) ? edited : null)
  }, [owner, edited])
  return [edited, setEdited, isSaved] as const
}
