// The current refresh token, encrypted for a client that still holds the previous one, with a key derived from that
// previous token. The database stores only the previous token's hash, so it cannot decrypt.

const encoder = new TextEncoder()
const nonceBytes = 12

async function keyFrom(previousToken: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(previousToken), 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: encoder.encode('sealed refresh token') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt']
  )
}

export async function sealToken(token: string, previousToken: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const key = await keyFrom(previousToken)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, encoder.encode(token))
  return Buffer.concat([iv, Buffer.from(sealed)]).toString('base64url')
}

/** @throws when `previousToken` is not the one it was sealed for */
export async function openSealedToken(sealed: string, previousToken: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url')
  const key = await keyFrom(previousToken)
  const iv = bytes.subarray(0, nonceBytes)
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(nonceBytes))
  return new TextDecoder().decode(opened)
}
