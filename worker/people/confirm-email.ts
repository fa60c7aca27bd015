// Confirms an address: first the bonuses, then account and session. The order matters: bonuses may be repeated without
// harm, but the link works once. After a crash at any step the link still works and repeats the earlier steps.
import type { TokenPair } from '#contract/sign-in.ts'
import type { IdentityProvider } from '#contract/identities.ts'
import { claimBonus } from '#data/directory/bonus-grants.ts'
import type { Directory } from '#data/base/database.ts'
import { applyConfirmation, findConfirmation, isVerifiedAccountOf, proveMailbox } from '#data/directory/email-links.ts'
import type { NewSession } from '#data/directory/sessions.ts'
import type { MarkedAccount } from '../crypto/device-mark.ts'
import { hashToken } from '../crypto/link-token.ts'
import { hashLike, withoutPassword } from '../crypto/passwords.ts'

export interface ConfirmationTools {
  directory: Directory
  /** Credits the registration bonus; repeating it changes nothing. */
  creditBonus(userId: string): Promise<void>
  /** Credits what an invitation brings, if it brings something; repeating it changes nothing. */
  creditInvited(userId: string, inviteCode: string): Promise<void>
  draftSession(userId: string): Promise<{ session: NewSession; tokens: TokenPair }>
}

/**
 * Must never change: another value would give every user a second bonus. The salt is public, so the hash is slow
 * instead: the addresses of deleted accounts must not be found by trying known addresses.
 */
const bonusHashing = 'scrypt$15$8$3$c2lnbi11cCBib251cyAx$'

export const hashBonusAddress = (canonicalEmail: string): Promise<string> => hashLike(canonicalEmail, bonusHashing)

/** The identity in a link, and in the text whose hash marks its bonus. */
export function identityOf(text: string): { provider: IdentityProvider; subject: string } {
  const [provider = '', subject = ''] = text.split(':')
  return { provider: provider as IdentityProvider, subject }
}

/** A person who has had the bonus with an identity gets no second one with another address. */
export const hashBonusIdentity = ({ provider, subject }: { provider: IdentityProvider; subject: string }) =>
  hashBonusAddress(`identity:${provider}:${subject}`)

/** Whether address and identity have their bonus with this user. Both are claimed in any case. */
async function claimBoth(
  directory: Directory,
  { addressHash, identity, ...claim }: { addressHash: string; identity: string | null; userId: string; now: number }
): Promise<boolean> {
  const hasAddress = await claimBonus(directory, { ...claim, addressHash })
  if (identity === null) return hasAddress
  const identityHash = await hashBonusIdentity(identityOf(identity))
  return (await claimBonus(directory, { ...claim, addressHash: identityHash })) && hasAddress
}

interface Confirmation extends MarkedAccount {
  state: 'confirmed'
  tokens: TokenPair
  email: string
  /** The provider whose identity opens the account from now on. */
  linked: IdentityProvider | null
}

/** `already`: this link or another one has confirmed the account before. A user who opens a link twice must not read that it failed. */
export type Confirmed = Confirmation | { state: 'already' | 'invalid' }

export async function confirmEmail(tools: ConfirmationTools, token: string, now: number): Promise<Confirmed> {
  const { directory } = tools
  const tokenHash = hashToken(token)
  const link = await findConfirmation(directory, tokenHash, now)
  const unusable = async (): Promise<Confirmed> => ({
    state: (await isVerifiedAccountOf(directory, tokenHash)) ? 'already' : 'invalid'
  })
  if (!link) {
    await proveMailbox(directory, tokenHash, now)
    return unusable()
  }
  const { userId, email, inviteCode, identity } = link

  const addressHash = await hashBonusAddress(link.canonicalEmail)
  // An address that has had its bonus before does not belong to a new user: its inviter gets nothing either.
  if (await claimBoth(directory, { addressHash, identity, userId, now })) {
    await tools.creditBonus(userId)
    if (inviteCode !== null) await tools.creditInvited(userId, inviteCode)
  }

  const { session, tokens } = await tools.draftSession(userId)
  const passwordHash = link.typedHash ?? withoutPassword(link.accountHash)
  const applied = await applyConfirmation(directory, {
    tokenHash,
    userId,
    email,
    passwordHash,
    identity: identity === null ? null : identityOf(identity),
    session,
    now
  })
  return applied
    ? { state: 'confirmed', tokens, userId, canonicalEmail: link.canonicalEmail, email, linked: applied.linked }
    : unusable()
}
