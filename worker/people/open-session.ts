// Opens a session for a user who has proven to be one, by whichever way in.
import type { TokenPair } from '#contract/sign-in.ts'
import { withdrawDeletion } from '#data/directory/erasure.ts'
import { addSession, type Checked } from '#data/directory/add-session.ts'
import { isDeletionFinal } from '#domain/account-deletion.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { draftSession } from './draft-session.ts'
import { markDevice } from './known-device.ts'

export interface OpenedUser extends Checked {
  id: string
  canonicalEmail: string
  deletionRequestedAt: number | null
  blockedAt: number | null
}

/** @throws AppError INVALID_CREDENTIALS when the deletion is final, as if there were no account; ACCOUNT_BLOCKED */
export function expectOpen({ deletionRequestedAt, blockedAt }: OpenedUser): void {
  if (deletionRequestedAt !== null && isDeletionFinal(deletionRequestedAt, Date.now()))
    throw new AppError('INVALID_CREDENTIALS')
  if (blockedAt !== null) throw new AppError('ACCOUNT_BLOCKED')
}

/**
 * The caller has checked every proof of the user, the second step too.
 * @returns the tokens, and whether signing in has cancelled a deletion
 * @throws AppError as `expectOpen`; INVALID_CREDENTIALS when what was checked is no longer true
 */
export async function openSession(c: AppContext, user: OpenedUser): Promise<{ tokens: TokenPair; restored: boolean }> {
  expectOpen(user)
  const { directory } = c.var
  const { session, tokens } = await draftSession(c, user.id, Date.now())
  if (!(await addSession(directory, session, user))) throw new AppError('INVALID_CREDENTIALS')
  markDevice(c, { userId: user.id, canonicalEmail: user.canonicalEmail })
  // Signing in during the grace period cancels the deletion.
  const restored = user.deletionRequestedAt !== null && (await withdrawDeletion(directory, user.id))
  return { tokens, restored }
}
