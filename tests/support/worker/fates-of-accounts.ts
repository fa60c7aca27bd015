// As fates.ts, of what proves who a user is.
import type { Fate } from './fates.ts'

export const accountFates: Record<string, Record<string, Fate>> = {
  identities: { provider: 'shown', subject: 'shown' },
  passkeys: { id: 'internal', public_key: 'internal', transports: 'internal', name: 'shown' },
  authenticators: { factor: 'internal' },
  recovery_codes: { code_hash: 'internal' },
  email_links: {
    token_hash: 'internal',
    purpose: 'internal',
    email: 'internal',
    password_hash: 'internal',
    invite_code: 'internal',
    identity: 'internal',
    register_id: 'internal'
  },
  email_changes: {
    id: 'internal',
    new_email: 'shown',
    new_canonical_email: 'internal',
    old_token_hash: 'internal',
    new_token_hash: 'internal'
  }
}
