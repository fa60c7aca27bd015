// Who is an operator. Every change of roles is one transaction that leaves an owner, as is the deletion of an account.
import { and, desc, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { OperatorRole } from '#contract/permissions.ts'
import type { Directory } from '../base/database.ts'
import { operators, operatorSessions } from './schema-operators.ts'
import { users } from './schema.ts'

export type OperatorRow = typeof operators.$inferSelect

const teamMax = 200

/** An operator whose role has not ended. */
export const findOperator = (directory: Directory, userId: string): Promise<OperatorRow | undefined> =>
  directory
    .select()
    .from(operators)
    .where(and(eq(operators.userId, userId), isNull(operators.endedAt)))
    .get()

/** The condition that an account is an operator's. Operators may not use promo codes and invitations, because they make them. */
export const isOperators = (userId: SQLWrapper | string): SQL =>
  sql`exists (select 1 from ${operators} office where office.user_id = ${userId} and office.ended_at is null)`

/** All present and past operators, with the time of their last use of the console. */
export const teamOf = (directory: Directory) =>
  directory
    .select({
      operator: operators,
      // Spelled out: Drizzle writes no tables before the columns of a query that names one, and both have `user_id`.
      seenAt: sql<number | null>`(select max(seen.seen_at) from ${operatorSessions} seen
        where seen.user_id = operators.user_id)`
    })
    .from(operators)
    .orderBy(sql`${operators.endedAt} is not null`, desc(operators.grantedAt))
    .limit(teamMax)

/** An account whose owner can sign in. */
export async function confirmedAccount(directory: Directory, canonicalEmail: string): Promise<string | undefined> {
  const { id, canonicalEmail: address, verifiedAt, deletionRequestedAt, blockedAt } = users
  const [found] = await directory
    .select({ id })
    .from(users)
    .where(and(eq(address, canonicalEmail), isNotNull(verifiedAt), isNull(deletionRequestedAt), isNull(blockedAt)))
  return found?.id
}

/** A present or past operator. */
export const everOperator = (directory: Directory, userId: string): Promise<OperatorRow | undefined> =>
  directory.select().from(operators).where(eq(operators.userId, userId)).get()

/** The account of this name among present and past operators. */
export async function holderOfName(directory: Directory, name: string): Promise<string | undefined> {
  const [found] = await directory.select({ userId: operators.userId }).from(operators).where(eq(operators.name, name))
  return found?.userId
}

export interface Grant {
  userId: string
  name: string
  role: OperatorRole
  grantedBy: string
  now: number
  /** Roles given after this moment are new. */
  newSince: number
  enrolUntil: number
}

/**
 * Another owner who can enter: with an authenticator, and an account that is neither blocked nor going to be erased. Spelled
 * out, because Drizzle writes no tables before the columns of a query that names one.
 */
const otherOwner = (userId: string) =>
  sql`exists (select 1 from ${operators} other join ${users} account on account.id = other.user_id
    where other.role = 'owner' and other.ended_at is null and other.user_id <> ${userId}
      and other.factor_since is not null and account.blocked_at is null and account.deletion_requested_at is null)`

/** Whether the console has another owner than this account: a condition of each statement that removes an owner. */
export const staysOwned = (userId: string): SQL =>
  sql`(not exists (select 1 from ${operators} own
    where own.user_id = ${userId} and own.role = 'owner' and own.ended_at is null) or ${otherOwner(userId)})`

/** @param changed the row as the previous statement left it: a refused change ends no session */
const endSessionsOf = (directory: Directory, userId: string, now: number, changed: SQL) =>
  directory
    .update(operatorSessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(operatorSessions.userId, userId),
        isNull(operatorSessions.endedAt),
        sql`exists (select 1 from ${operators} where ${operators.userId} = ${userId} and ${changed})`
      )
    )

/**
 * Gives the role. A present operator keeps the authenticator; a past one needs a new one.
 * @returns false when there would be no owner left
 */
export async function grantOperator(directory: Directory, grant: Grant): Promise<boolean> {
  const { userId, name, role, grantedBy, now, newSince, enrolUntil } = grant
  const wasEnded = sql`${operators.endedAt} is not null`
  const [granted] = await directory.batch([
    directory
      .insert(operators)
      .values({ userId, name, role, grantedAt: now, grantedBy, enrolUntil })
      .onConflictDoUpdate({
        target: operators.userId,
        // The name stays, because the record has it.
        set: {
          role,
          grantedAt: now,
          // For a new role it stays: giving the role once more must not change whose limit the operator uses.
          grantedBy: sql`case when ${operators.grantedAt} > ${newSince} then ${operators.grantedBy} else ${grantedBy} end`,
          factor: sql`case when ${wasEnded} then null else ${operators.factor} end`,
          factorSince: sql`case when ${wasEnded} then null else ${operators.factorSince} end`,
          enrolUntil: sql`case when ${operators.factorSince} is null or ${wasEnded} then ${enrolUntil} else ${operators.enrolUntil} end`,
          endedAt: null
        },
        setWhere: sql`${role} = 'owner' or ${staysOwned(userId)}`
      })
      .returning({ userId: operators.userId }),
    endSessionsOf(directory, userId, now, eq(operators.grantedAt, now))
  ])
  return granted.length > 0
}

/** @returns false when there would be no owner left */
export async function endOperator(directory: Directory, userId: string, now: number): Promise<boolean> {
  const [ended] = await directory.batch([
    directory
      .update(operators)
      .set({ endedAt: now, factor: null, factorSince: null })
      .where(and(eq(operators.userId, userId), isNull(operators.endedAt), staysOwned(userId)))
      .returning({ userId: operators.userId }),
    endSessionsOf(directory, userId, now, isNotNull(operators.endedAt))
  ])
  return ended.length > 0
}

/** Forgets the authenticator and ends the sessions; a new one may be connected until the given time. */
export async function forgetFactor(directory: Directory, userId: string, now: number, enrolUntil: number) {
  await directory.batch([
    directory
      .update(operators)
      .set({ factor: null, factorSince: null, enrolUntil })
      .where(and(eq(operators.userId, userId), isNull(operators.endedAt))),
    endSessionsOf(directory, userId, now, isNull(operators.factor))
  ])
}

/** Stores a secret that has not shown a code yet. @returns false when one is connected already */
export async function beginFactor(directory: Directory, userId: string, factor: string): Promise<boolean> {
  const begun = await directory
    .update(operators)
    .set({ factor })
    .where(and(eq(operators.userId, userId), isNull(operators.factorSince), isNull(operators.endedAt)))
    .returning({ userId: operators.userId })
  return begun.length > 0
}

/** Takes a code, whose step must be newer than that of the last one. @returns false when it was used, or the secret replaced */
export async function takeCode(
  directory: Directory,
  { userId, factor, step, now }: { userId: string; factor: string; step: number; now: number }
): Promise<boolean> {
  const taken = await directory
    .update(operators)
    .set({ factorStep: step, factorSince: sql`coalesce(${operators.factorSince}, ${now})` })
    .where(
      and(
        eq(operators.userId, userId),
        eq(operators.factor, factor),
        isNull(operators.endedAt),
        sql`coalesce(${operators.factorStep}, 0) < ${step}`
      )
    )
    .returning({ userId: operators.userId })
  return taken.length > 0
}
