// Tokens that operators gave, took and gave back: who asked, who agreed. Every change of a row is one statement that names the state
// that it found, so that of two decisions one stands.
import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Directory } from '../database.ts'
import { tokenChanges } from './schema-token-changes.ts'

export type TokenChangeRow = typeof tokenChanges.$inferSelect

export async function findTokenChange(directory: Directory, id: string): Promise<TokenChangeRow | undefined> {
  const [found] = await directory.select().from(tokenChanges).where(eq(tokenChanges.id, id))
  return found
}

export type NewTokenChange = Pick<
  TokenChangeRow,
  'id' | 'userId' | 'tokens' | 'mayOwe' | 'reason' | 'askedBy' | 'askedById' | 'askedAt' | 'expiresAt'
>

/** How much an operator may give and take alone since then. */
export interface OwnLimit {
  since: number
  maxTokens: number
}

/** The state is decided in the statement: two calls at once cannot both use the rest of a limit. ?13: beyond it; null: no row. */
const insertQuery = `insert into token_changes
    (id, user_id, tokens, may_owe, reason, asked_by, asked_by_id, asked_at, expires_at,
      state, decided_by, decided_by_id, decided_at)
  select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
    iif(own.fits, ?12, ?13), iif(own.fits, ?6, null), iif(own.fits, ?7, null), iif(own.fits, ?8, null)
  from (select abs(?3) + coalesce(sum(abs(tokens)), 0) <= ?11 as fits from token_changes
    where asked_by_id = ?7 and asked_at > ?10 and decided_by_id = ?7 and state in ('agreed', 'booked')) as own
  where own.fits or ?13 is not null on conflict do nothing`

type Outcomes = { within: TokenChangeRow['state']; beyond: TokenChangeRow['state'] | null }

async function insertWithin(
  directory: Directory,
  { id, userId, tokens, mayOwe, reason, askedBy, askedById, askedAt, expiresAt }: NewTokenChange,
  own: OwnLimit,
  { within, beyond }: Outcomes
): Promise<TokenChangeRow | undefined> {
  const who = [reason, askedBy, askedById, askedAt, expiresAt]
  await directory.$client
    .prepare(insertQuery)
    .bind(id, userId, tokens, Number(mayOwe), ...who, own.since, own.maxTokens, within, beyond)
    .run()
  return findTokenChange(directory, id)
}

/** Adds a change, or finds the one with its id. */
export async function addTokenChange(
  directory: Directory,
  added: NewTokenChange,
  own: OwnLimit
): Promise<TokenChangeRow> {
  const row = await insertWithin(directory, added, own, { within: 'agreed', beyond: 'asked' })
  if (!row) throw new Error('A change of tokens was neither added nor found')
  return row
}

/** Counts what is given back for a job against the limit of who gives it. @returns false beyond the limit: nobody is asked */
export const mayGiveBack = async (directory: Directory, added: NewTokenChange, own: OwnLimit): Promise<boolean> =>
  (await insertWithin(directory, added, own, { within: 'booked', beyond: null })) !== undefined

const isUndecided = (now: number) => and(eq(tokenChanges.state, 'asked'), gt(tokenChanges.expiresAt, now))

interface Decision {
  id: string
  /** The name and the account. */
  by: string
  byId: string
  now: number
}

/** Who asked is known by the account; by the name alone when it was asked for with the token. */
const isOthers = ({ by, byId }: Decision) =>
  and(ne(tokenChanges.askedBy, by), or(isNull(tokenChanges.askedById), ne(tokenChanges.askedById, byId)))

/** A second person agrees, or continues what was agreed. @returns undefined when neither is possible */
export async function agreeTokens(directory: Directory, decision: Decision): Promise<TokenChangeRow | undefined> {
  const { id, by, byId, now } = decision
  const [agreed] = await directory
    .update(tokenChanges)
    .set({
      state: 'agreed',
      decidedBy: sql`coalesce(${tokenChanges.decidedBy}, ${by})`,
      decidedById: sql`coalesce(${tokenChanges.decidedById}, ${byId})`,
      decidedAt: sql`coalesce(${tokenChanges.decidedAt}, ${now})`
    })
    .where(
      and(eq(tokenChanges.id, id), or(eq(tokenChanges.state, 'agreed'), and(isUndecided(now), isOthers(decision))))
    )
    .returning()
  return agreed
}

export async function declineTokens(
  directory: Directory,
  { id, by, byId, now }: Decision
): Promise<TokenChangeRow | undefined> {
  const [declined] = await directory
    .update(tokenChanges)
    .set({ state: 'declined', decidedBy: by, decidedById: byId, decidedAt: now })
    .where(and(eq(tokenChanges.id, id), isUndecided(now)))
    .returning()
  return declined
}

/**
 * Stores what the wallet said. Of two calls at once the wallet may refuse one and then book the other: booked stays.
 * @returns what is stored then
 */
export async function closeTokens(
  directory: Directory,
  id: string,
  state: 'booked' | 'impossible'
): Promise<TokenChangeRow['state'] | undefined> {
  const open: TokenChangeRow['state'][] = state === 'booked' ? ['agreed', 'impossible'] : ['agreed']
  await directory
    .update(tokenChanges)
    .set({ state })
    .where(and(eq(tokenChanges.id, id), inArray(tokenChanges.state, open)))
  return (await findTokenChange(directory, id))?.state
}

/** Those that wait for a second person, and those that were interrupted, newest first. */
export const openTokenChanges = (
  directory: Directory,
  { now, before, limit }: { now: number; before?: number | undefined; limit: number }
) =>
  directory
    .select()
    .from(tokenChanges)
    .where(
      and(
        // As in the index, word for word.
        sql`${tokenChanges.state} in ('asked', 'agreed')`,
        or(eq(tokenChanges.state, 'agreed'), gt(tokenChanges.expiresAt, now)),
        before === undefined ? undefined : lt(tokenChanges.askedAt, before)
      )
    )
    .orderBy(desc(tokenChanges.askedAt))
    .limit(limit)
