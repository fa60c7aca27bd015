// Short signed texts that the server recognises later without storing them: expiry time, id and signature.
import { isSignature } from '#data/base/signature.ts'
import { hmac, keyringOf, type KeyringSettings, type SigningKey } from './keyring.ts'

const form = /^(\d{13})\.([\w-]{16,64})\.([\w-]{43})$/

/** The purpose of a stamp and its holder. The signature covers both; the text contains neither. */
export interface StampUse {
  purpose: 'sign-in pass' | 'known device' | 'proof of work' | 'second step' | 'passkey challenge'
  boundTo: string
}

const signatureOf = (key: SigningKey, { purpose, boundTo }: StampUse, expiresAt: string, id: string) =>
  hmac(key, purpose, new TextEncoder().encode(`${expiresAt}.${id}.${boundTo}`))

/** @param id 16 to 64 characters that are safe in names */
export function newStamp(settings: KeyringSettings, use: StampUse, id: string, expiresAtMs: number): string {
  const expiresAt = String(expiresAtMs)
  const signature = signatureOf(keyringOf(settings).current, use, expiresAt, id)
  return `${expiresAt}.${id}.${signature.toString('base64url')}`
}

/** The id of a stamp that we made for this use and that has not expired; null for any other text. */
export function readStamp(settings: KeyringSettings, use: StampUse, stamp: string, now: number): string | null {
  const [, expiresAt = '', id = '', signature = ''] = form.exec(stamp) ?? []
  if (Number(expiresAt) <= now) return null
  const isOurs = keyringOf(settings).known.some((key) => isSignature(signature, signatureOf(key, use, expiresAt, id)))
  return isOurs ? id : null
}
