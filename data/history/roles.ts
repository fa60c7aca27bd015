// A user's own roles, and the instructions of conversations. Every query names the owner.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Role, RoleOfConversation } from '#contract/roles.ts'
import { rolesMax } from '#contract/chat-limits.ts'
import type { History } from '../base/database.ts'
import { instructions, roles } from './schema-roles.ts'

const shownRole = {
  id: roles.id,
  name: roles.name,
  instruction: roles.instruction,
  model: roles.model,
  created_at: roles.createdAt
}

export const rolesOf = (history: History, userId: string): Promise<Role[]> =>
  history.select(shownRole).from(roles).where(eq(roles.userId, userId)).orderBy(asc(roles.id))

export interface WrittenRole extends RoleOfConversation {
  model: string | null
}

const insertRole = `
  insert into roles (user_id, name, instruction, model, created_at)
  select ?1, ?2, ?3, ?4, ?5 where (select count(*) from roles where user_id = ?1) < ${rolesMax}
  returning id, name, instruction, model, created_at`

/** @returns undefined when the user has as many as allowed */
export async function addRole(
  { $client }: History,
  userId: string,
  { name, instruction, model }: WrittenRole,
  now: number
): Promise<Role | undefined> {
  const added = await $client.prepare(insertRole).bind(userId, name, instruction, model, now).first<Role>()
  return added ?? undefined
}

const owned = (userId: string, id: number) => and(eq(roles.id, id), eq(roles.userId, userId))

export const changeRole = (
  history: History,
  userId: string,
  id: number,
  written: WrittenRole
): Promise<Role | undefined> => history.update(roles).set(written).where(owned(userId, id)).returning(shownRole).get()

export async function deleteRole(history: History, userId: string, id: number): Promise<boolean> {
  return (await history.delete(roles).where(owned(userId, id)).returning({ id: roles.id })).length > 0
}

/** For the batch that has just added the conversation. */
export const instructAdded = (history: History, userId: string, { name, instruction }: RoleOfConversation) =>
  history.insert(instructions).values({ conversationId: sql`last_insert_rowid()`, userId, role: name, instruction })

export interface Instructed {
  role: string | null
  /** Empty: none. */
  instruction: string
}

/** @returns undefined when the user has no such conversation */
export async function instructionOf(
  { $client }: History,
  userId: string,
  conversationId: number
): Promise<Instructed | undefined> {
  const found = await $client
    .prepare(
      `select role, coalesce(instruction, '') as instruction
      from conversations left join instructions on conversation_id = id
      where id = ?1 and conversations.user_id = ?2`
    )
    .bind(conversationId, userId)
    .first<Instructed>()
  return found ?? undefined
}

const setInstruction = `
  insert into instructions (conversation_id, user_id, role, instruction)
  select id, user_id, ?3, ?4 from conversations where id = ?1 and user_id = ?2
  on conflict do update set role = excluded.role, instruction = excluded.instruction
  returning role, instruction`

const removeInstruction = 'delete from instructions where conversation_id = ?1 and user_id = ?2'

/** @returns undefined when the user has no such conversation */
export async function changeInstruction(
  history: History,
  userId: string,
  conversationId: number,
  { role, instruction }: Instructed
): Promise<Instructed | undefined> {
  const { $client } = history
  if (instruction !== '') {
    const set = $client.prepare(setInstruction).bind(conversationId, userId, role, instruction)
    return (await set.first<Instructed>()) ?? undefined
  }
  await $client.prepare(removeInstruction).bind(conversationId, userId).run()
  return instructionOf(history, userId, conversationId)
}
