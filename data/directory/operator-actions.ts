// The record of what operators did: lines are added and read, never changed.
import { and, eq, sql } from 'drizzle-orm'
import type { Directory } from '../database.ts'
import { operatorActions } from './schema-operator-actions.ts'

export type { ActionFacts } from './schema-operator-actions.ts'
export type ActionRow = typeof operatorActions.$inferSelect

/** Adds a line, unless this action has one for this phase: then that one is returned. */
export async function addAction(directory: Directory, line: ActionRow): Promise<{ line: ActionRow; isNew: boolean }> {
  const [added] = await directory.insert(operatorActions).values(line).onConflictDoNothing().returning()
  if (added) return { line: added, isNew: true }
  const [known] = await directory
    .select()
    .from(operatorActions)
    .where(and(eq(operatorActions.id, line.id), eq(operatorActions.phase, line.phase)))
  if (!known) throw new Error('A line of the record was neither added nor found')
  return { line: known, isNew: false }
}

/** Whether this action has been carried out. */
export async function isDone(directory: Directory, id: string): Promise<boolean> {
  const found = await directory
    .select({ at: operatorActions.at })
    .from(operatorActions)
    .where(and(eq(operatorActions.id, id), eq(operatorActions.phase, 'done')))
  return found.length > 0
}

const linesMax = 100

/** What was done about a payment or a wallet, in the order in which it was recorded. */
export const actionsAbout = (directory: Directory, subject: string): Promise<ActionRow[]> =>
  directory
    .select()
    .from(operatorActions)
    .where(eq(operatorActions.subject, subject))
    .orderBy(sql`rowid`)
    .limit(linesMax)
