// How the user wants to be answered: roles of their own, the instruction of a conversation, and what they say about
// themselves. The roles that every user has are in catalogue/roles.ts.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { rowId as id } from './validation.ts'

export const roleNameLengthMax = 60
export const instructionLengthMax = 4000
export const aboutLengthMax = 1500

const name = z.string().trim().min(1, 'Введите название').max(roleNameLengthMax, 'Слишком длинное название')
const text = z.string().trim().max(instructionLengthMax, 'Слишком длинная инструкция')
const instruction = text.min(1, 'Введите инструкцию')
/** A chat model of ours; null: the one of the page. */
const model = z.string().max(100).nullable().default(null)

export const role = z.object({
  id: z.number(),
  name: z.string(),
  instruction: z.string(),
  model: z.string().nullable(),
  created_at: z.number()
})
export type Role = z.infer<typeof role>

/** A new conversation begins with a copy, so that changing the role later changes no conversation. */
export const roleOfConversation = z.object({ name, instruction })
export type RoleOfConversation = z.infer<typeof roleOfConversation>

/** The user's own roles, by name. */
export const listRoles = endpoint({
  call: 'GET /chat/roles',
  access: 'session',
  output: z.object({ roles: z.array(role) })
})

/** TOO_MANY_ROLES: the user has reached the limit. */
export const addRole = endpoint({
  call: 'POST /chat/roles',
  access: 'session',
  input: z.object({ name, instruction, model }),
  output: z.object({ role })
})

export const changeRole = endpoint({
  call: 'PUT /chat/roles/:id',
  access: 'session',
  input: z.object({ id, name, instruction, model }),
  output: z.object({ role })
})

export const deleteRole = endpoint({
  call: 'DELETE /chat/roles/:id',
  access: 'session',
  input: z.object({ id })
})

const instructed = z.object({
  /** The name of the role that it came from; null: it was written for this conversation, or there is none. */
  role: z.string().nullable(),
  /** Empty: none. */
  instruction: z.string()
})

export const readInstruction = endpoint({
  call: 'GET /chat/conversations/:id/instruction',
  access: 'session',
  input: z.object({ id }),
  output: instructed
})

/** Applies from the next answer on. An empty one removes it. */
export const changeInstruction = endpoint({
  call: 'PUT /chat/conversations/:id/instruction',
  access: 'session',
  input: z.object({ id, role: name.nullable().default(null), instruction: text }),
  output: instructed
})

/** What the user tells the models of all chats about themselves. */
export const readAbout = endpoint({
  call: 'GET /chat/about',
  access: 'session',
  output: z.object({ about: z.string() })
})

export const changeAbout = endpoint({
  call: 'PUT /chat/about',
  access: 'session',
  input: z.object({ about: z.string().trim().max(aboutLengthMax, 'Слишком длинный текст') }),
  output: z.object({ about: z.string() })
})
