// The record of what operators did: lines are added and read, never changed.
import { and, asc, desc, eq, gt, gte, lt, lte, ne, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
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

/** The request with which an action began; undefined: it did not begin. */
export const begunAction = (directory: Directory, id: string): Promise<ActionRow | undefined> =>
  directory
    .select()
    .from(operatorActions)
    .where(and(eq(operatorActions.id, id), eq(operatorActions.phase, 'begun')))
    .get()

/** What was true before an action began; undefined: it did not. */
export const factsBefore = async (directory: Directory, id: string): Promise<ActionRow['facts'] | undefined> =>
  (await begunAction(directory, id))?.facts

/** Whether the record has this name. */
export async function isNameInRecord(directory: Directory, name: string): Promise<boolean> {
  const found = await directory
    .select({ at: operatorActions.at })
    .from(operatorActions)
    .where(eq(operatorActions.operator, name))
    .limit(1)
  return found.length > 0
}

const linesMax = 100

/** The newest actions about a payment, a wallet or a user, in the order of the record; without readings. */
export async function actionsAbout(directory: Directory, subject: string): Promise<ActionRow[]> {
  const newest = await directory
    .select()
    .from(operatorActions)
    .where(and(eq(operatorActions.subject, subject), ne(operatorActions.phase, 'read')))
    .orderBy(sql`rowid desc`)
    .limit(linesMax)
  return newest.toReversed()
}

export interface RecordFilter {
  operator?: string | undefined
  subject?: string | undefined
  action?: string | undefined
  /** Milliseconds since the epoch, both included. */
  from?: number | undefined
  to?: number | undefined
}

/** `before`: newest first, below this place; `after`: oldest first, above it. */
type RecordPage = { limit: number } & ({ before: number | undefined } | { after: number })

/** Lines of the record with their places in it, which grow. */
export function actionsIn(directory: Directory, filter: RecordFilter, page: RecordPage) {
  const { operator, action, subject, at } = operatorActions
  const place = sql<number>`rowid`
  const isDown = 'before' in page
  const bound = isDown ? page.before !== undefined && lt(place, page.before) : gt(place, page.after)
  const conditions = [
    filter.operator !== undefined && eq(operator, filter.operator),
    filter.subject !== undefined && eq(subject, filter.subject),
    filter.action !== undefined && eq(action, filter.action),
    filter.from !== undefined && gte(at, filter.from),
    filter.to !== undefined && lte(at, filter.to),
    bound
  ].filter((condition) => condition !== false)
  return directory
    .select({ row: operatorActions, place })
    .from(operatorActions)
    .where(and(...conditions))
    .orderBy(isDown ? desc(place) : asc(place))
    .limit(page.limit)
}
