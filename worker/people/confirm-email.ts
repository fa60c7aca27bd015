// Confirming an address: bonus, then account and session. The order is the point. The bonus may be repeated without
// harm, the link works once; so whatever step a crash interrupts, the link still works and repeats the steps before.
import type { TokenPair } from '#contract/sign-in.ts'
import { claimBonus } from '#data/bonus-grants.ts'
import type { Database } from '#data/database.ts'
import { applyConfirmation, findConfirmation } from '#data/email-links.ts'
import type { NewSession } from '#data/sessions.ts'
import { hashToken } from '../crypto/link-token.ts'
import { hashLike, withoutPassword } from '../crypto/passwords.ts'

export interface ConfirmationTools {
  database: Database
  /** Credits the registration bonus; repeating it changes nothing. */
  creditBonus(userId: string): Promise<void>
  draftSession(userId: string): Promise<{ session: NewSession; tokens: TokenPair }>
}

/**
 * Fixed for ever: another value would give everybody a second bonus. It is public, so the hash is made slow instead:
 * the addresses of deleted accounts must not be read off by trying every known address.
 */
const bonusHashing = 'scrypt$15$8$3$c2lnbi11cCBib251cyAx$'

export const hashBonusAddress = (canonicalEmail: string): Promise<string> => hashLike(canonicalEmail, bonusHashing)

/** @returns null when the link does not work, or another request was faster */
export async function confirmEmail(tools: ConfirmationTools, token: string, now: number): Promise<TokenPair | null> {
  const { database } = tools
  const tokenHash = hashToken(token)
  const link = await findConfirmation(database, tokenHash, now)
  if (!link) return null
  const { userId, email } = link

  const addressHash = await hashBonusAddress(link.canonicalEmail)
  if (await claimBonus(database, { addressHash, userId, now })) await tools.creditBonus(userId)

  const { session, tokens } = await tools.draftSession(userId)
  const passwordHash = link.typedHash ?? withoutPassword(link.accountHash)
  const isWinner = await applyConfirmation(database, { tokenHash, userId, email, passwordHash, session, now })
  return isWinner ? tokens : null
}
