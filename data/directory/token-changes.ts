// Tokens that operators gave and took: who asked, who agreed. Every change of a row is one statement that names the state
// that it found, so that of two decisions one stands.
import { and, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Directory } from '../database.ts'
import { tokenChanges } from './schema-token-changes.ts'

export type TokenChangeRow = typeof tokenChanges.$inferSelect

export async function findTokenChange(directory: Directory, id: string): Promise<TokenChangeRow | undefined> {
  const [found] = await directory.select().from(tokenChanges).where(eq(tokenChanges.id, id))
  return found
}

export type NewTokenChange = Pick<
  TokenChangeRow,
  'id' | 'userId' | 'tokens' | 'mayOwe' | 'reason' | 'askedBy' | 'askedAt' | 'expiresAt'
>

/** The state is decided in the statement: two calls at once cannot both use the rest of a limit. */
const insertQuery = `insert into token_changes
    (id, user_id, tokens, may_owe, reason, asked_by, asked_at, expires_at, state, decided_by, decided_at)
  select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
    iif(own.fits, 'agreed', 'asked'), iif(own.fits, ?6, null), iif(own.fits, ?7, null)
  from (select abs(?3) + coalesce(sum(abs(tokens)), 0) <= ?10 as fits from token_changes
    where asked_by = ?6 and asked_at > ?9 and decided_by = ?6 and state in ('agreed', 'booked')) as own
  where true on conflict do nothing`

/**
 * Adds a change, or finds the one with its id.
 * @param own how much the operator may give and take alone since then
 */
export async function addTokenChange(
  directory: Directory,
  added: NewTokenChange,
  own: { since: number; maxTokens: number }
): Promise<TokenChangeRow> {
  const { id, userId, tokens, mayOwe, reason, askedBy, askedAt, expiresAt } = added
  await directory.$client
    .prepare(insertQuery)
    .bind(id, userId, tokens, Number(mayOwe), reason, askedBy, askedAt, expiresAt, own.since, own.maxTokens)
    .run()
  const row = await findTokenChange(directory, id)
  if (!row) throw new Error('A change of tokens was neither added nor found')
  return row
}

const isUndecided = (now: number) => and(eq(tokenChanges.state, 'asked'), gt(tokenChanges.expiresAt, now))

/** A second person agrees, or continues what was agreed. @returns undefined when neither is possible */
export async function agreeTokens(
  directory: Directory,
  { id, by, now }: { id: string; by: string; now: number }
): Promise<TokenChangeRow | undefined> {
  const [agreed] = await directory
    .update(tokenChanges)
    .set({
      state: 'agreed',
      decidedBy: sql`coalesce(${tokenChanges.decidedBy}, ${by})`,
      decidedAt: sql`coalesce(${tokenChanges.decidedAt}, ${now})`
    })
    .where(
      and(
        eq(tokenChanges.id, id),
        or(eq(tokenChanges.state, 'agreed'), and(isUndecided(now), ne(tokenChanges.askedBy, by)))
      )
    )
    .returning()
  return agreed
}

export async function declineTokens(
  directory: Directory,
  { id, by, now }: { id: string; by: string; now: number }
): Promise<TokenChangeRow | undefined> {
  const [declined] = await directory
    .update(tokenChanges)
    .set({ state: 'declined', decidedBy: by, decidedAt: now })
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
