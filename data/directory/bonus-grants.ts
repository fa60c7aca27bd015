import { eq } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { bonusGrants } from './schema.ts'

export interface BonusClaim {
  /** A slow hash of the canonical address, or of an identity of a provider. */
  addressHash: string
  userId: string
  now: number
}

/**
 * Claims the registration bonus of an address for a user, once for ever. A repeated claim returns the same result.
 * @returns the user who has the bonus of this address
 */
export async function bonusHolder(directory: Directory, { addressHash, userId, now }: BonusClaim): Promise<string> {
  const [, [grant]] = await directory.batch([
    directory.insert(bonusGrants).values({ addressHash, userId, grantedAt: now }).onConflictDoNothing(),
    directory.select().from(bonusGrants).where(eq(bonusGrants.addressHash, addressHash))
  ])
  return grant?.userId ?? ''
}

/** @returns whether this user has the bonus of this address */
export const claimBonus = async (directory: Directory, claim: BonusClaim): Promise<boolean> =>
  (await bonusHolder(directory, claim)) === claim.userId
