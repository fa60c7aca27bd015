// Queries and changes of roles and of the instruction of a conversation.
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import * as roles from '#contract/roles.ts'
import type { Role } from '#contract/roles.ts'
import { conversationsKey, instructionKey, rolesKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'

export const rolesQuery = queryOptions({
  queryKey: rolesKey,
  queryFn: async ({ signal }) => (await call(roles.listRoles, {}, { signal })).roles
})

export type WrittenRole = Pick<Role, 'name' | 'instruction' | 'model'>

/** @param id null: a new role */
export async function saveRole(queries: QueryClient, id: number | null, written: WrittenRole): Promise<Role> {
  const { role } = await (id === null ? call(roles.addRole, written) : call(roles.changeRole, { id, ...written }))
  await queries.invalidateQueries({ queryKey: rolesKey })
  return role
}

export async function deleteRole(queries: QueryClient, id: number): Promise<void> {
  await call(roles.deleteRole, { id })
  await queries.invalidateQueries({ queryKey: rolesKey })
}

export const instructionQuery = (id: number) =>
  queryOptions({
    queryKey: instructionKey(id),
    queryFn: ({ signal }) => call(roles.readInstruction, { id }, { signal }),
    staleTime: 0,
    gcTime: 0
  })

export async function changeInstruction(
  queries: QueryClient,
  id: number,
  to: { role: string | null; instruction: string }
): Promise<void> {
  await call(roles.changeInstruction, { id, ...to })
  await queries.invalidateQueries({ queryKey: conversationsKey })
}
