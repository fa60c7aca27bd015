// Resets a forgotten password. Access to the mailbox is the proof, so the link goes to the account's own address and
// never to the typed spelling. Using it ends every session, because one of them may be a thief's.
import { addReset, applyReset, findReset } from '#data/directory/password-resets.ts'
import { findRegistered } from '#data/directory/users.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { tellPasswordChanged } from './change-password.ts'
import { resetPasswordMail } from './mails/reset-password.ts'
import { type AddressedMail, sendLater } from '../mails/send-later.ts'
import { limitMail, limitResetLinks } from '../http/limit.ts'
import { signOutPages } from './sign-out-pages.ts'
import { hashToken, newLinkToken } from '../crypto/link-token.ts'
import { hashPassword } from '../crypto/passwords.ts'
import { demandProof } from './demand-proof.ts'
import { composeRepeated } from './resend.ts'
import { newSignInPass } from '../crypto/sign-in-pass.ts'

const lifetimeMs = 60 * 60 * 1000

export async function composeReset(c: AppContext, typed: string, address: string): Promise<AddressedMail | null> {
  const { directory, environment } = c.var
  const found = await findRegistered(directory, address)
  if (!found) return null
  // An unconfirmed account gets the confirmation mail instead: its link signs in and must come first.
  if (found.user.verifiedAt === null) return composeRepeated(c, typed, address)
  const token = newLinkToken()
  const now = Date.now()
  await addReset(directory, {
    tokenHash: hashToken(token),
    userId: found.user.id,
    now,
    expiresAt: now + lifetimeMs
  })
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = environment
  return { to: found.user.email, ...resetPasswordMail({ product, siteOrigin, token }) }
}

/**
 * All work after the rate limits is done after the response, which is the same for every address.
 * @throws RATE_LIMITED
 */
export async function requestReset(c: AppContext, email: string): Promise<void> {
  const address = canonicalEmail(email)
  await limitMail(c, 'reset', address)
  sendLater(c, 'reset', () => composeReset(c, email, address))
}

/** The keys of the API of an account whose mailbox is proven for the first time: another person may have made them. */
async function endKeys(c: AppContext, userId: string): Promise<void> {
  const user = userOf(c.env, userId)
  for (const { id } of await user.viewKeys()) await user.endKey(id)
}

/** Uses nothing up: programs that preview links may call it. @throws AppError RATE_LIMITED, INVALID_VERIFICATION_TOKEN */
export async function checkReset(c: AppContext, token: string): Promise<void> {
  // Apart from the attempts: looking at a link must leave enough of them.
  await limitResetLinks(c, 'reset-look')
  if (!(await findReset(c.var.directory, hashToken(token), Date.now())))
    throw new AppError('INVALID_VERIFICATION_TOKEN')
}

/**
 * @returns a pass for the following sign-in, because others may be exhausting the limit of this address
 * @throws AppError PROOF_REQUIRED, RATE_LIMITED, INVALID_VERIFICATION_TOKEN
 */
export async function confirmReset(
  c: AppContext,
  { token, newPassword, proof }: { token: string; newPassword: string; proof?: string | undefined }
): Promise<string> {
  const { directory, environment } = c.var
  const tokenHash = hashToken(token)
  const bookHash = demandProof(c, { name: 'reset', about: tokenHash, proof })
  await limitResetLinks(c)
  const found = await findReset(directory, tokenHash, Date.now())
  if (!found) throw new AppError('INVALID_VERIFICATION_TOKEN')
  const passwordHash = await hashPassword(newPassword, await bookHash())
  // Before too: after a crash the link may have been used.
  if (found.emailVouchedBy !== null) await endKeys(c, found.userId)
  const applied = await applyReset(directory, { tokenHash, userId: found.userId, passwordHash, now: Date.now() })
  if (!applied) throw new AppError('INVALID_VERIFICATION_TOKEN')
  if (applied.endedWaysIn) await endKeys(c, found.userId)
  await signOutPages(c, found.userId, applied.ended)
  tellPasswordChanged(c, found.userId, found.email, applied.endedWaysIn)
  return newSignInPass(environment, found.canonicalEmail, Date.now())
}
