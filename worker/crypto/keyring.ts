// The signing secrets, by key id. A key id is derived from its secret, so rotating takes only the two variables.
import { createHmac } from 'node:crypto'
import { digestOf } from './digest.ts'

export interface SigningKey {
  id: string
  secret: Uint8Array
}

export interface Keyring {
  /** The key that signs. */
  current: SigningKey
  /** The keys that verify: the current one and, while its tokens are valid, the previous one. */
  known: SigningKey[]
}

export interface KeyringSettings {
  JWT_SECRET: string
  JWT_SECRET_PREVIOUS?: string | undefined
}

function keyOf(secret: string): SigningKey {
  const id = digestOf(`key id of ${secret}`).slice(0, 12)
  return { id, secret: new TextEncoder().encode(secret) }
}

const keyrings = new WeakMap<KeyringSettings, Keyring>()

export function keyringOf(settings: KeyringSettings): Keyring {
  const made = keyrings.get(settings)
  if (made) return made
  const current = keyOf(settings.JWT_SECRET)
  const previous = settings.JWT_SECRET_PREVIOUS === undefined ? [] : [keyOf(settings.JWT_SECRET_PREVIOUS)]
  const keyring = { current, known: [current, ...previous] }
  keyrings.set(settings, keyring)
  return keyring
}

export const hmac = ({ secret }: SigningKey, purpose: string, data: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\0`).update(data).digest()
