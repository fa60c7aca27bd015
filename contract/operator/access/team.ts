// Who is an operator, and the record of what operators did.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { change, operatorAction, operatorName, subjectId } from './change.ts'
import { operatorRoles } from '../../permissions.ts'
import { knownEmail, numberInText } from '../../validation.ts'

const member = z.object({
  user_id: z.string(),
  name: z.string(),
  role: z.enum(operatorRoles),
  granted_at: z.number(),
  /** The operator who gave the role. */
  granted_by: z.string(),
  /** Null: no authenticator is connected yet. */
  factor_since: z.number().nullable(),
  /** Until when one may be connected; null: it is. */
  enrol_until: z.number().nullable(),
  seen_at: z.number().nullable(),
  /** Null: still an operator. */
  ended_at: z.number().nullable()
})
export type TeamMember = z.infer<typeof member>

export const listTeam = endpoint({
  call: 'GET /operator/team',
  permission: 'team.change',
  output: z.object({ team: z.array(member) })
})

/**
 * Makes the account an operator, or gives an operator another role; the sessions of the console end. 404: no confirmed
 * account has the address. 409: the operator has another name, another operator of the record has it, or there would be no owner left.
 */
export const grantRole = endpoint({
  call: 'PUT /operator/team',
  permission: 'team.change',
  input: z.object({ email: knownEmail, name: operatorName, role: z.enum(operatorRoles), ...change }),
  output: z.object({ team: z.array(member) })
})

/** The operator becomes an ordinary user at once. 409: there would be no owner left. */
export const endRole = endpoint({
  call: 'POST /operator/team/:id/end',
  permission: 'team.change',
  input: z.object({ id: subjectId, ...change }),
  output: z.object({ team: z.array(member) })
})

/** Removes an authenticator that its operator has lost: a new one may be connected within a day. */
export const resetFactor = endpoint({
  call: 'POST /operator/team/:id/factor',
  permission: 'team.change',
  input: z.object({ id: subjectId, ...change }),
  output: z.object({ team: z.array(member) })
})

const line = operatorAction.extend({ id: z.string(), subject: z.string() })
export type RecordLine = z.infer<typeof line>

const recordFilter = {
  operator: operatorName.optional(),
  subject: z.string().max(100).optional(),
  action: z.string().max(64).optional(),
  /** Milliseconds since the epoch. */
  from: numberInText(z.number().int()).optional(),
  to: numberInText(z.number().int()).optional()
}

/** Newest first. */
export const readRecord = endpoint({
  call: 'GET /operator/record',
  permission: 'record.read',
  input: z.object({ ...recordFilter, before: numberInText(z.number().int()).optional() }),
  /** `next`: what to send as `before` for older lines; null: there are none. */
  output: z.object({ lines: z.array(line), next: z.number().int().nullable() })
})

/** The same as CSV for a spreadsheet, oldest first. Its own reading is recorded too. */
export const exportRecord = endpoint({
  call: 'GET /operator/record.csv',
  permission: 'record.read',
  recorded: true,
  input: z.object(recordFilter),
  output: z.string()
})
