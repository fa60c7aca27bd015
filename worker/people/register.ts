import type { z } from 'zod'
import { consentVersions } from '#contract/agreements.ts'
import type { IdentityProvider } from '#contract/identities.ts'
import type { register as call } from '#contract/sign-in.ts'
import { addRegistration, findRegistered, type Registration } from '#data/directory/users.ts'
import { inviteCodeIn } from '#domain/invite-code.ts'
import { newUserId } from '#domain/shard.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import type { AppContext } from '../http/context.ts'
import { alreadyRegisteredMail } from './mails/already-registered.ts'
import { confirmationMail } from './mails/confirm-email.ts'
import { sendLater } from '../mails/send-later.ts'
import { clientAddress } from '../http/client-address.ts'
import { limitMail } from '../http/limit.ts'
import { hashToken, newLinkToken } from '../crypto/link-token.ts'
import type { Turn } from '../crypto/hashing-turns.ts'
import { hashLike, hashPassword, isOutdated } from '../crypto/passwords.ts'
import { demandProof } from './demand-proof.ts'

export const confirmationLifetimeHours = 24
export const confirmationLifetimeMs = confirmationLifetimeHours * 60 * 60 * 1000

/**
 * Hashed with the salt of the account's first password, so that a repeated link can tell whether the same password was
 * typed every time (domain/pending-registration.ts). One hash in every case, so that timing reveals nothing.
 */
const hashTyped = (password: string, accountHash: string | undefined, turn: Turn) =>
  accountHash === undefined || isOutdated(accountHash)
    ? hashPassword(password, turn)
    : hashLike(password, accountHash, turn)

/**
 * Takes the same time and gives the same response whether the address is free, waits for confirmation or has an
 * account. Only the mail differs.
 * @throws AppError PROOF_REQUIRED, RATE_LIMITED
 */
export async function register(
  c: AppContext,
  { email, password, proof, nonce, invite = '' }: Omit<z.output<typeof call.input>, 'consents'>
): Promise<void> {
  const { directory, environment } = c.var
  const address = canonicalEmail(email)
  const bookHash = demandProof(c, { name: 'sign-up', about: address, proof })
  await limitMail(c, 'sign-up', address)
  const turn = await bookHash()
  const known = await findRegistered(directory, address)
  const passwordHash = await hashTyped(password, known?.user.passwordHash, turn)
  const token = newLinkToken(nonce)
  const now = Date.now()
  const state = await addRegistration(directory, {
    userId: newUserId(environment.HISTORY_OPEN, crypto.randomUUID()),
    email,
    canonicalEmail: address,
    passwordHash,
    inviteCode: inviteCodeIn(invite),
    identity: null,
    registerId: c.var.registerId ?? null,
    tokenHash: hashToken(token),
    linkExpiresAt: now + confirmationLifetimeMs,
    consents: consentsNow(),
    ip: clientAddress(c),
    now
  })

  mailRegistered(c, { state, email, accountEmail: known?.user.email ?? email, token, via: null })
}

/** The documents of today, as a person agrees to them. */
export const consentsNow = (): Registration['consents'] => [
  { document: 'offer', version: consentVersions.offer },
  { document: 'personal-data', version: consentVersions.personalData }
]

export interface RegisteredMail {
  state: 'pending' | 'verified'
  /** As it was typed. */
  email: string
  /** Of a known account: the typed alias may belong to another person. */
  accountEmail: string
  token: string
  /** Whether the link confirms what came with the address. */
  isUndisputed?: boolean
  /** The provider whose identity the link also links. */
  via: IdentityProvider | null
}

/** The letter with the link, or to a known account that it is there. */
export function mailRegistered(
  c: AppContext,
  { state, email, accountEmail, token, isUndisputed = true, via }: RegisteredMail
): void {
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = c.var.environment
  const lifetimeHours = confirmationLifetimeHours
  const link = { product, siteOrigin, token, email, lifetimeHours, confirmsPassword: isUndisputed, via }
  sendLater(c, 'registration', async () =>
    state === 'pending'
      ? { to: email, ...confirmationMail(link) }
      : { to: accountEmail, ...alreadyRegisteredMail({ product, siteOrigin }) }
  )
}
