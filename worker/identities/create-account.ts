// Creates the account of a person whom a provider has named. With an address that the provider gave: first the bonuses, then account,
// identity and session in one transaction. Bonuses may be repeated without harm: after a crash at any step the same ticket, or a new one,
// goes on with the id that the bonuses were claimed for.
import type { z } from 'zod'
import type { createWithIdentity as call } from '#contract/identities.ts'
import type { TokenPair } from '#contract/sign-in.ts'
import type { Directory } from '#data/base/database.ts'
import { bonusHolder } from '#data/directory/bonus-grants.ts'
import { ownerOf } from '#data/directory/identities.ts'
import { accountOfAddress, addVouchedAccount, isFreeUserId } from '#data/directory/vouched-accounts.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { keepsMailbox } from '#domain/provider-mailbox.ts'
import { inviteCodeIn } from '#domain/invite-code.ts'
import { newUserId } from '#domain/shard.ts'
import { type IdentityTicket, readIdentityTicket } from '../crypto/identity-ticket.ts'
import { noPasswordHash } from '../crypto/passwords.ts'
import type { AppContext } from '../http/context.ts'
import { AppError, conflict } from '../http/errors.ts'
import { sendLater } from '../mails/send-later.ts'
import { creditBonus } from '../people/bonus.ts'
import { hashBonusAddress, hashBonusIdentity } from '../people/confirm-email.ts'
import { draftSession } from '../people/draft-session.ts'
import { creditInvited } from '../people/invitations.ts'
import { markDevice } from '../people/known-device.ts'
import { consentsNow } from '../people/register.ts'
import { limitCreations, limitTicket } from './limit-identities.ts'
import { accountCreatedMail } from '../people/mails/identity.ts'
import { registerTyped } from './register-typed.ts'

type Input = z.output<typeof call.input>
type Created = z.input<typeof call.output>

interface Claim {
  addressHash: string
  identityHash: string
  /** Of the unconfirmed registration of the address, or made of the ticket. */
  candidate: string
  now: number
}

/**
 * Claims the bonus of the identity and of the address. An id that either was claimed for before a crash becomes the account's, so that
 * its bonus is not lost.
 * @returns the id of the account, and whether both are its own
 */
async function claimForNew(directory: Directory, claim: Claim): Promise<{ userId: string; hasBonus: boolean }> {
  const { addressHash, identityHash, candidate, now } = claim
  const adopted = async (holder: string, other: string) =>
    holder !== other && (await isFreeUserId(directory, holder)) ? holder : other
  const ofIdentity = await bonusHolder(directory, { addressHash: identityHash, userId: candidate, now })
  const first = await adopted(ofIdentity, candidate)
  const ofAddress = await bonusHolder(directory, { addressHash, userId: first, now })
  const userId = await adopted(ofAddress, first)
  return { userId, hasBonus: ofIdentity === userId && ofAddress === userId }
}

const knownAddress = () => conflict('У этого адреса уже есть аккаунт. Войдите в него и привяжите этот вход в профиле')

/** @throws AppError when an account stands against a new one */
async function candidateFor(c: AppContext, { provider, subject, jti }: IdentityTicket, address: string) {
  const { directory, environment } = c.var
  if (await ownerOf(directory, { provider, subject })) throw new AppError('IDENTITY_EXPIRED')
  const known = await accountOfAddress(directory, address)
  if (known?.blockedAt) throw new AppError('ACCOUNT_BLOCKED')
  if (known?.verifiedAt) throw knownAddress()
  return known?.id ?? newUserId(environment.HISTORY_OPEN, jti)
}

async function createVouched(c: AppContext, ticket: IdentityTicket, email: string, invite: string): Promise<TokenPair> {
  const { directory, environment } = c.var
  await limitTicket(c, ticket.jti)
  const { provider, subject } = ticket
  const address = canonicalEmail(email)
  const candidate = await candidateFor(c, ticket, address)
  const now = Date.now()
  const { userId, hasBonus } = await claimForNew(directory, {
    identityHash: await hashBonusIdentity(ticket),
    addressHash: await hashBonusAddress(address),
    candidate,
    now
  })
  if (hasBonus) {
    await creditBonus(c.env, userId)
    const code = inviteCodeIn(invite)
    if (code !== null) await creditInvited(c, { userId, code }, now)
  }
  const { session, tokens } = await draftSession(c, userId, now)
  const isCreated = await addVouchedAccount(directory, {
    provider,
    subject,
    userId,
    email,
    canonicalEmail: address,
    passwordHash: noPasswordHash(),
    consents: consentsNow(),
    isProvenMailbox: keepsMailbox(provider, address),
    registerId: c.var.registerId ?? null,
    session,
    now
  })
  if (!isCreated) {
    // Another call was faster.
    await candidateFor(c, ticket, address)
    throw new AppError('IDENTITY_EXPIRED')
  }
  markDevice(c, { userId, canonicalEmail: address })
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = environment
  sendLater(c, 'account-created', async () => ({
    to: email,
    ...accountCreatedMail({ product, siteOrigin, provider })
  }))
  return tokens
}

/**
 * @throws AppError IDENTITY_EXPIRED for a ticket that is not ours, is old, was used or is for linking; CONFLICT when the address has an
 * account; ACCOUNT_BLOCKED, RATE_LIMITED, VALIDATION_FAILED
 */
export async function createWithIdentity(c: AppContext, input: Input): Promise<Created> {
  await limitCreations(c)
  const ticket = readIdentityTicket(c.var.environment, input.ticket, Date.now())
  if (!ticket || ticket.userId !== undefined) throw new AppError('IDENTITY_EXPIRED')
  const { invite = '' } = input
  if (ticket.email !== null) return { state: 'signed-in', tokens: await createVouched(c, ticket, ticket.email, invite) }
  if (input.email === undefined)
    throw new AppError('VALIDATION_FAILED', { details: [{ path: 'email', msg: 'Введите email' }] })
  await registerTyped(c, ticket, { email: input.email, nonce: input.nonce, invite })
  return { state: 'mail-sent' }
}
