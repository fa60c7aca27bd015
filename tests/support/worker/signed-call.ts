// Calls as the register inside the country makes them.
import { createHash, createHmac } from 'node:crypto'
import { registerHeaders, type SignedCall, signedText } from '#contract/register.ts'
import { type Asked, call } from './account.ts'

export const registerKey = 'Qk7Zt2VbN9xLr4Wd8PcY3Hf6Jm5Sg1Ta'
export const withRegister = { REGISTER_KEY: registerKey }

export const newRecordId = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')

/** What of a signature is not as it must be. */
export interface Wrong {
  key?: string
  /** Of the signature, but not of the call. */
  signed?: Partial<SignedCall>
  ageMs?: number
}

export interface SignedAsked extends Asked {
  id?: string
  wrong?: Wrong
}

/** The headers of a signature. */
export function signatureOf(path: string, { method, body, headers = {}, id = newRecordId(), wrong = {} }: SignedAsked) {
  const time = String(Date.now() - (wrong.ageMs ?? 0))
  const text = body === undefined ? '' : JSON.stringify(body)
  const text64 = createHash('sha256').update(text).digest('base64url')
  const signed = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    path,
    bodyDigest: text64,
    id,
    time,
    client: headers['x-proxied-address'] ?? '',
    ...wrong.signed
  }
  const signature = createHmac('sha256', wrong.key ?? registerKey)
    .update(signedText(signed))
    .digest('base64url')
  return { [registerHeaders.id]: id, [registerHeaders.time]: time, [registerHeaders.signature]: signature }
}

export const callSigned = (path: string, asked: SignedAsked = {}) =>
  call(path, {
    ...asked,
    settings: { ...withRegister, ...asked.settings },
    headers: { ...asked.headers, ...signatureOf(path, asked) }
  })
