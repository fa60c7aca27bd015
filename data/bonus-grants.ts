import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { bonusGrants } from './schema.ts'

/**
 * Claims the registration bonus of an address for a user, once and for ever. Repeating a claim answers the same.
 * @returns whether the bonus of this address is this user's
 */
export async function claimBonus(
  database: Database,
  claim: { addressHash: string; userId: string; now: number }
): Promise<boolean> {
  const { addressHash, userId, now } = claim
  const [, [grant]] = await database.batch([
    database.insert(bonusGrants).values({ addressHash, userId, grantedAt: now }).onConflictDoNothing(),
    database.select().from(bonusGrants).where(eq(bonusGrants.addressHash, addressHash))
  ])
  return grant?.userId === userId
}
