// What a page gets when a provider has named a person: with it an account is created or the identity is linked. It is signed and not
// encrypted: the register inside the country reads whom it names.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { identityProviders } from '#contract/identities.ts'
import { isSignature } from '#data/base/signature.ts'
import { parsedJson } from '#providers/http/fields.ts'
import { hmac, keyringOf, type KeyringSettings, type SigningKey } from './keyring.ts'

export const ticketLifetimeMs = 10 * 60_000

const payload = z.object({
  provider: z.enum(identityProviders),
  subject: z.string(),
  /** Null: the provider gave none. */
  email: z.string().nullable(),
  /** Milliseconds since the epoch. */
  exp: z.number(),
  /** A UUID. */
  jti: z.string(),
  /** With `link`: the only account to which it may be linked. */
  userId: z.string().optional()
})
export type IdentityTicket = z.infer<typeof payload>

const signatureOf = (key: SigningKey, written: string) => hmac(key, 'ticket of an identity', Buffer.from(written))

export function newIdentityTicket(
  settings: KeyringSettings,
  named: Omit<IdentityTicket, 'exp' | 'jti'>,
  now: number
): string {
  const ticket: IdentityTicket = { ...named, exp: now + ticketLifetimeMs, jti: randomUUID() }
  const written = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${written}.${signatureOf(keyringOf(settings).current, written).toString('base64url')}`
}

/** Null for a text that we did not sign, and for a ticket that has expired. */
export function readIdentityTicket(settings: KeyringSettings, ticket: string, now: number): IdentityTicket | null {
  const [, written = '', signature = ''] = /^([\w-]+)\.([\w-]+)$/.exec(ticket) ?? []
  if (!keyringOf(settings).known.some((key) => isSignature(signature, signatureOf(key, written)))) return null
  const parsed = payload.safeParse(parsedJson(Buffer.from(written, 'base64url').toString()))
  return parsed.success && parsed.data.exp > now ? parsed.data : null
}
