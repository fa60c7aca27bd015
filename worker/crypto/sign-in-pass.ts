// A user who has just used a reset link gets a pass to sign in although others have exhausted the limit of the address.
// It only proves that its bearer could read the mailbox; the password is still required.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hmac, keyringOf, type KeyringSettings, type SigningKey } from './keyring.ts'

const lifetimeMs = 15 * 60_000
/** Expiry time, random id, signature. */
const form = /^(\d{13})\.([\w-]{22})\.([\w-]{43})$/

const signatureOf = (key: SigningKey, canonicalEmail: string, expiresAt: string, id: string) =>
  hmac(key, 'sign-in pass', new TextEncoder().encode(`${expiresAt}.${id}.${canonicalEmail}`))

export function newSignInPass(settings: KeyringSettings, canonicalEmail: string, now: number): string {
  const expiresAt = String(now + lifetimeMs)
  const id = randomBytes(16).toString('base64url')
  const signature = signatureOf(keyringOf(settings).current, canonicalEmail, expiresAt, id)
  return `${expiresAt}.${id}.${signature.toString('base64url')}`
}

/** The id of a pass that we made for this address and that has not expired; null for any other. */
export function readSignInPass(
  settings: KeyringSettings,
  pass: string,
  canonicalEmail: string,
  now: number
): string | null {
  const [, expiresAt = '', id = '', signature = ''] = form.exec(pass) ?? []
  if (Number(expiresAt) <= now) return null
  const sent = Buffer.from(signature, 'base64url')
  const isOurs = keyringOf(settings).known.some((key) => {
    const expected = signatureOf(key, canonicalEmail, expiresAt, id)
    return sent.length === expected.length && timingSafeEqual(sent, expected)
  })
  return isOurs ? id : null
}
