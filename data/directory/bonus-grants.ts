import { eq } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { bonusGrants } from './schema.ts'

/**
 * Claims the registration bonus of an address for a user, once for ever. A repeated claim returns the same result.
 * @returns whether this user has the bonus of this address
 */
export async function claimBonus(
  directory: Directory,
  claim: { addressHash: string; userId: string; now: number }
): Promise<boolean> {
  const { addressHash, userId, now } = claim
  const [, [grant]] = await directory.batch([
    directory.insert(bonusGrants).values({ addressHash, userId, grantedAt: now }).onConflictDoNothing(),
    directory.select().from(bonusGrants).where(eq(bonusGrants.addressHash, addressHash))
  ])
  return grant?.userId === userId
}
