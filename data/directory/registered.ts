// What the register inside the country needs to know: which record each account has there, and who was erased.
import { asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { erasedPeople } from './schema-registered.ts'
import { users } from './schema.ts'

/**
 * The record of an account. One that is older than the register gets the record of its first call through it, unless another has it.
 * @returns null when there is no such account, or no record for it
 */
export const adoptRegisterId = ({ $client }: Directory, userId: string, registerId: string): Promise<string | null> =>
  $client
    .prepare(
      `update users set register_id = coalesce(register_id,
        (select ?2 where not exists (select 1 from users as other where other.register_id = ?2)))
      where id = ?1 returning register_id`
    )
    .bind(userId, registerId)
    .first<string>('register_id')

/** Accounts that were erased and that the register has not acknowledged, oldest first. */
export const erasuresToTell = (directory: Directory, limit: number) =>
  directory.select().from(erasedPeople).orderBy(asc(erasedPeople.erasedAt)).limit(limit)

export async function forgetErased(directory: Directory, registerIds: readonly string[]): Promise<void> {
  if (registerIds.length === 0) return
  const isNamed = sql`${erasedPeople.registerId} in (select value from json_each(${JSON.stringify(registerIds)}))`
  await directory.delete(erasedPeople).where(isNamed)
}

/** Accounts in the order of their ids. */
export const accountsAfter = (directory: Directory, after: string, limit: number) =>
  directory
    .select({
      account: users.id,
      registerId: users.registerId,
      canonicalEmail: users.canonicalEmail,
      isConfirmed: isNotNull(users.verifiedAt).mapWith(Boolean)
    })
    .from(users)
    .where(gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(limit)

/** The account of a record of the register. */
export async function personOfRecord(directory: Directory, registerId: string) {
  const [found] = await directory
    .select({ id: users.id, email: users.email, deletionRequestedAt: users.deletionRequestedAt })
    .from(users)
    .where(eq(users.registerId, registerId))
  return found
}
