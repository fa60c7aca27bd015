// Values that operators gave and took: who asked, who agreed. Every change of a row is one statement that names the state
// that it found, so that only one of two decisions counts.
import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { tokenChanges } from './schema-token-changes.ts'

export type TokenChangeRow = typeof tokenChanges.$inferSelect

export const findTokenChange = (directory: Directory, id: string): Promise<TokenChangeRow | undefined> =>
  directory.select().from(tokenChanges).where(eq(tokenChanges.id, id)).get()

export type NewTokenChange = Pick<
  TokenChangeRow,
  | 'id'
  | 'kind'
  | 'userId'
  | 'subject'
  | 'tokens'
  | 'terms'
  | 'reason'
  | 'askedBy'
  | 'askedById'
  | 'askedAt'
  | 'expiresAt'
>

/** How much the operators who share the limit of one account may give alone since then. */
export interface OwnLimit {
  /** Null with the token. */
  holderId: string | null
  since: number
  maxTokens: number
}

/**
 * The state is decided in the statement: two concurrent calls cannot both use the rest of a limit. ?16: the state beyond the limit;
 * null: no row. A value of zero exceeds no limit.
 */
const insertQuery = `insert into token_changes
    (id, kind, user_id, subject, tokens, terms, reason, asked_by, asked_by_id, asked_at, expires_at, limit_of,
      state, decided_by, decided_by_id, decided_at)
  select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
    iif(own.fits, ?15, ?16), iif(own.fits, ?8, null), iif(own.fits, ?9, null), iif(own.fits, ?10, null)
  from (select ?5 = 0 or abs(?5) + coalesce(sum(abs(tokens)), 0) <= ?14 as fits from token_changes
    where limit_of = ?12 and asked_at > ?13 and decided_by_id = asked_by_id and state in ('agreed', 'booked')) as own
  where own.fits or ?16 is not null on conflict do nothing`

type Outcomes = { within: TokenChangeRow['state']; beyond: TokenChangeRow['state'] | null }

async function insertWithin(
  directory: Directory,
  added: NewTokenChange,
  own: OwnLimit,
  { within, beyond }: Outcomes
): Promise<TokenChangeRow | undefined> {
  const { id, kind, userId, subject, tokens, terms, reason, askedBy, askedById, askedAt, expiresAt } = added
  const what = [id, kind, userId, subject, tokens, JSON.stringify(terms)]
  const who = [reason, askedBy, askedById, askedAt, expiresAt]
  await directory.$client
    .prepare(insertQuery)
    .bind(...what, ...who, own.holderId, own.since, own.maxTokens, within, beyond)
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

/** Counts tokens returned for a job against the operator's limit. @returns false beyond the limit: no second operator is asked */
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

/** The operator who asked is known by the account; by the name alone when the request came with the token. */
const isOthers = ({ by, byId }: Decision) =>
  and(ne(tokenChanges.askedBy, by), or(isNull(tokenChanges.askedById), ne(tokenChanges.askedById, byId)))

/** A second operator agrees, or continues a change that was agreed upon. @returns undefined when neither is possible */
export async function agreeTokens(directory: Directory, decision: Decision): Promise<TokenChangeRow | undefined> {
  const { id, by, byId, now } = decision
  return directory
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
    .get()
}

export const declineTokens = (
  directory: Directory,
  { id, by, byId, now }: Decision
): Promise<TokenChangeRow | undefined> =>
  directory
    .update(tokenChanges)
    .set({ state: 'declined', decidedBy: by, decidedById: byId, decidedAt: now })
    .where(and(eq(tokenChanges.id, id), isUndecided(now)))
    .returning()
    .get()

/**
 * Stores the outcome. Of two concurrent calls one may be refused and the other carried out: then `booked` stays.
 * @param refusal why it is impossible; null: it is carried out
 * @returns the row then
 */
export async function closeTokens(
  directory: Directory,
  id: string,
  refusal: string | null
): Promise<TokenChangeRow | undefined> {
  const [state, open]: [TokenChangeRow['state'], TokenChangeRow['state'][]] =
    refusal === null ? ['booked', ['agreed', 'impossible']] : ['impossible', ['agreed']]
  await directory
    .update(tokenChanges)
    .set({ state, refusal })
    .where(and(eq(tokenChanges.id, id), inArray(tokenChanges.state, open)))
  return findTokenChange(directory, id)
}

/** Changes that wait for a second operator or were interrupted, newest first. */
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
