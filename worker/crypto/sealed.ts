// Secrets that operators and users give are stored encrypted with keys from a secret of the deployment, so that a copy of the database alone opens
// nothing. Each purpose has a key of its own, and each sealed secret belongs to one thing: copied into another row, it does not open.

/** What a secret is for. A new text here is a new key. */
type Purpose = 'factor of an operator' | 'factor of a user' | 'key of a supplier' | 'attempt to sign in'

export interface Seal {
  /** The secret of the deployment from which the key is made. */
  sealedWith: string
  purpose: Purpose
  /** What the secret belongs to; the same text opens it. */
  owner: string
}

const encoder = new TextEncoder()
const nonceBytes = 12

async function keyFrom({ sealedWith, purpose }: Seal): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(sealedWith), 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: encoder.encode(purpose) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt']
  )
}

/** AES-GCM with a nonce before the encrypted text, in base64url. */
export async function sealed(secret: string, seal: Seal): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const additionalData = encoder.encode(seal.owner)
  const key = await keyFrom(seal)
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, encoder.encode(secret))
  return Buffer.concat([iv, Buffer.from(bytes)]).toString('base64url')
}

/** Null when it was sealed with another secret, for another purpose or another owner. */
export async function unsealed(text: string, seal: Seal): Promise<string | null> {
  const bytes = Buffer.from(text, 'base64url')
  const iv = bytes.subarray(0, nonceBytes)
  const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(seal.owner) }
  try {
    const opened = await crypto.subtle.decrypt(algorithm, await keyFrom(seal), bytes.subarray(nonceBytes))
    return new TextDecoder().decode(opened)
  } catch {
    return null
  }
}
