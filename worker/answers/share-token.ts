// The tokens of links to shared conversations: 160 bits that are derived from the row's id with the signing secret. So the
// database holds only their digests, and the owner is still shown the link again.
import { isShareToken, shareTokenOf } from '#domain/share.ts'
import { digestOf } from '../crypto/digest.ts'
import { hmac, keyringOf, type KeyringSettings, type SigningKey } from '../crypto/keyring.ts'

const tokenBy = (key: SigningKey, userId: string, id: string): string =>
  shareTokenOf(userId, hmac(key, 'shared chat', new TextEncoder().encode(id)))

export const newShareToken = (settings: KeyringSettings, userId: string, id: string): string =>
  tokenBy(keyringOf(settings).current, userId, id)

/** The token of a row; null when the secret that it was made with is gone. */
export function tokenOfShare(
  settings: KeyringSettings,
  { userId, id, tokenDigest }: { userId: string; id: string; tokenDigest: string }
): string | null {
  const tokens = keyringOf(settings).known.map((key) => tokenBy(key, userId, id))
  return tokens.find((token) => digestOf(token) === tokenDigest) ?? null
}

/** What the database knows of a token; null for a text that is none. */
export const shareDigestOf = (token: string): string | null => (isShareToken(token) ? digestOf(token) : null)
