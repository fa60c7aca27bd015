// The tokens of links to shared conversations and works: 160 bits that are derived from the row's id with the signing secret.
// So the database holds only their digests, and the owner is still shown the link again.
import { isShareToken, shareTokenOf } from '#domain/share.ts'
import { digestOf } from './digest.ts'
import { hmac, keyringOf, type KeyringSettings, type SigningKey } from './keyring.ts'

/** What a link opens: a token of one opens nothing of the other. */
export type Shared = 'shared chat' | 'shared work'

interface Row {
  userId: string
  id: string
}

const tokenBy = (key: SigningKey, shared: Shared, { userId, id }: Row): string =>
  shareTokenOf(userId, hmac(key, shared, new TextEncoder().encode(id)))

export const newShareToken = (settings: KeyringSettings, shared: Shared, row: Row): string =>
  tokenBy(keyringOf(settings).current, shared, row)

/** The token of a row; null when the secret that it was made with is gone. */
export function tokenOfShare(
  settings: KeyringSettings,
  shared: Shared,
  row: Row & { tokenDigest: string }
): string | null {
  const tokens = keyringOf(settings).known.map((key) => tokenBy(key, shared, row))
  return tokens.find((token) => digestOf(token) === row.tokenDigest) ?? null
}

/** What the database knows of a token; null for a text that is not a token. */
export const shareDigestOf = (token: string): string | null => (isShareToken(token) ? digestOf(token) : null)
