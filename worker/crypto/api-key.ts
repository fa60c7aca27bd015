// Keys of the API: made here, and told from invented ones before any object is asked. Only the hash of a key's secret is stored. A plain
// hash is enough, because its 192 random bits cannot be guessed.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  apiKeyOf,
  type ApiKeyParts,
  hintOf,
  keyIdBytes,
  partsOfApiKey,
  secretBytes,
  signedPartOf,
  tagBytes
} from '#domain/api-key.ts'
import { hmac, keyringOf, type KeyringSettings, type SigningKey } from './keyring.ts'

export interface NewApiKey {
  /** Shown once. */
  text: string
  keyId: string
  /** Of the secret: SHA-256 in hexadecimal digits. */
  secretHash: string
  hint: string
}

const tagOf = (key: SigningKey, parts: Omit<ApiKeyParts, 'tag'>): Buffer =>
  hmac(key, 'api key', signedPartOf(parts)).subarray(0, tagBytes)

const hashOf = (secret: Buffer): string => createHash('sha256').update(secret).digest('hex')

/** @param keyId of a key that gets another secret; else it is a new key */
export function newApiKey(
  settings: KeyringSettings,
  userId: string,
  keyId = randomBytes(keyIdBytes).toString('hex')
): NewApiKey {
  const parts = { userId, keyId, secret: randomBytes(secretBytes) }
  const text = apiKeyOf({ ...parts, tag: tagOf(keyringOf(settings).current, parts) })
  return { text, keyId, secretHash: hashOf(parts.secret), hint: hintOf(text) }
}

interface ReadApiKey {
  userId: string
  keyId: string
  secretHash: string
}

/**
 * Keys that this isolate has read: a program sends its key with each call, and reading one took a fourteenth of the processor's time of a
 * short call. Only in memory: never stored, and never an answer to whether the key still works.
 */
const readBefore = new WeakMap<KeyringSettings, Map<string, ReadApiKey>>()
const rememberedMax = 500

/** Whose key it is; null for a text that we did not make, or with a signing secret that is no longer known. Whether it works is its user's object to say. */
export function readApiKey(settings: KeyringSettings, text: string): ReadApiKey | null {
  const remembered = readBefore.get(settings) ?? new Map<string, ReadApiKey>()
  const known = remembered.get(text)
  if (known) return known
  const read = readAnew(settings, text)
  if (!read) return null
  if (remembered.size >= rememberedMax) remembered.clear()
  readBefore.set(settings, remembered.set(text, read))
  return read
}

function readAnew(settings: KeyringSettings, text: string): ReadApiKey | null {
  const parts = partsOfApiKey(text)
  if (!parts || !keyringOf(settings).known.some((key) => timingSafeEqual(tagOf(key, parts), parts.tag))) return null
  return { userId: parts.userId, keyId: parts.keyId, secretHash: hashOf(parts.secret) }
}
