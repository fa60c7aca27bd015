// The register inside the country: which calls it records before the Worker sees them (law 152, article 18 part 5), and how the two
// speak with each other. Both sides use this table, so that neither can forget a call that the other knows.
import { z } from 'zod'

export type RegisteredKind =
  | 'registration'
  | 'identity-registration'
  | 'identity-link'
  | 'identity-unlink'
  | 'name'
  | 'address'
  | 'address-confirmed'
  | 'receipt'
  | 'deletion'

/**
 * Every call by which a person gives an address, a name, consents or an identity, or by which one of them changes. A receipt goes to the
 * account's address: that one is in the register already, and the record says that a receipt was ordered to it. Calls that only look an
 * address up (signing in, a forgotten password, a letter sent again) store none and are not here.
 */
export const registeredCalls: readonly { call: `${string} /${string}`; kind: RegisteredKind }[] = [
  { call: 'POST /auth/register', kind: 'registration' },
  { call: 'POST /auth/identities/create', kind: 'identity-registration' },
  { call: 'POST /user/identities', kind: 'identity-link' },
  { call: 'DELETE /user/identities/:provider', kind: 'identity-unlink' },
  { call: 'PUT /user/profile', kind: 'name' },
  { call: 'PUT /user/email', kind: 'address' },
  { call: 'POST /auth/confirm-email-change', kind: 'address-confirmed' },
  { call: 'POST /tokens/purchase', kind: 'receipt' },
  { call: 'PUT /subscription', kind: 'receipt' },
  { call: 'POST /user/deletion', kind: 'deletion' }
]

const patterns = registeredCalls.map(({ call, kind }) => ({
  pattern: new RegExp(`^${call.replaceAll(/:\w+/g, '[a-z]+')}$`),
  kind
}))

/** A path as both sides name it: with and without `/api` it is the same call. */
export const pathInRegister = (path: string): string => path.replace(/^\/api(?=\/)/, '')

/** What the register records of a call; null: it does not concern it. @param path with or without `/api` */
export const registeredKindOf = (method: string, path: string): RegisteredKind | null =>
  patterns.find(({ pattern }) => pattern.test(`${method} ${pathInRegister(path)}`))?.kind ?? null

/** `id`: the register's record. `client`: the address in `x-proxied-address`. `person`: only in the Worker's response. */
export const registerHeaders = {
  id: 'x-register-id',
  time: 'x-register-time',
  signature: 'x-register-signature',
  /** The id under which the register first recorded whom the call concerned. */
  person: 'x-register-person'
} as const

export const signatureValidMs = 120_000

/** 128 random bits in base64url. */
export const recordId = z.string().regex(/^[\w-]{22}$/)

export interface SignedCall {
  method: string
  path: string
  /** SHA-256 of the body in base64url. */
  bodyDigest: string
  id: string
  /** Milliseconds since the epoch. */
  time: string
  /** Whom the proxy named as the client; empty without a proxy. */
  client: string
}

/** What the register signs with HMAC-SHA256 and REGISTER_KEY, in base64url. */
export const signedText = ({ method, path, bodyDigest, id, time, client }: SignedCall): string =>
  ['call', method, pathInRegister(path), bodyDigest, id, time, client].join('\n')

/** What both sides hash with the same key, to compare addresses without telling them. */
export const hashedAddress = (canonicalEmail: string): string => `address\n${canonicalEmail}`

/** The calls of the register itself, below `/register/`; for all others they do not exist. What they answer: `register-answers.ts`. */
export const ownCalls = {
  /** Erased accounts that the register has not acknowledged, oldest first; those that it names are forgotten. */
  erased: { path: '/register/erased', input: z.object({ acknowledged: z.array(recordId).max(500) }) },
  /** All accounts in pages, in the order of their ids. */
  accounts: { path: '/register/accounts', input: z.object({ after: z.string().max(100) }) },
  /** Begins the deletion of an account, as its owner could. LAST_OWNER. */
  erasure: { path: '/register/erasure', input: z.object({ registerId: recordId }) }
} as const

export type OwnCall = keyof typeof ownCalls
