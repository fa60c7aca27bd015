// What the register does with REGISTER_KEY.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { hashedAddress, registerHeaders, type SignedCall, signedText } from '#contract/register.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

export const newId = (): string => randomBytes(16).toString('base64url')

/** The same for every spelling of an address that reaches the same mailbox. */
export const addressHashOf = (key: string, address: string): string => hmac(key, hashedAddress(canonicalEmail(address)))

/** The headers that prove to the Worker that the register has recorded this call. */
export function signatureOf(
  key: string,
  call: Pick<SignedCall, 'method' | 'path' | 'id' | 'client'>,
  body: Uint8Array,
  now: number
): Record<string, string> {
  const time = String(now)
  const bodyDigest = createHash('sha256').update(body).digest('base64url')
  const signature = hmac(key, signedText({ ...call, bodyDigest, time }))
  return { [registerHeaders.id]: call.id, [registerHeaders.time]: time, [registerHeaders.signature]: signature }
}

/** Marks records of the same content, so that a repetition finds the one whose outcome is unknown. */
export const sameAs = (key: string, content: readonly (string | null)[]): string =>
  hmac(key, `same\n${JSON.stringify(content)}`)
